// What the tests use of node. Its full types would bring globals that no browser has.

declare module 'node:test' {
  interface Mocks {
    // Any: a test knows what it mocks.
    fn(body?: (...values: any[]) => any): any
    method(object: object, name: string, body?: (...values: any[]) => any): any
    timers: { enable(options?: object): void; tick(milliseconds?: number): void; reset(): void }
    restoreAll(): void
    reset(): void
  }
  interface Context {
    name: string
    mock: Mocks
    skip(reason?: string): void
    diagnostic(text: string): void
    test(name: string, body: Body): Promise<void>
    after(body: () => void): void
  }
  type Body = (context: Context) => void | Promise<void>
  interface Test {
    (name: string, body: Body): Promise<void>
    (name: string, options: object, body: Body): Promise<void>
  }
  export const test: Test
  export const it: Test
  export const describe: Test
  export const suite: Test
  export function before(body: () => void | Promise<void>): void
  export function after(body: () => void | Promise<void>): void
  export function beforeEach(body: () => void | Promise<void>): void
  export function afterEach(body: () => void | Promise<void>): void
  export const mock: Mocks
  export default test
}

declare module 'node:assert/strict' {
  function assert(value: unknown, message?: string): asserts value
  namespace assert {
    function ok(value: unknown, message?: string): asserts value
    function equal<T>(actual: unknown, expected: T, message?: string): asserts actual is T
    function notEqual(actual: unknown, expected: unknown, message?: string): void
    function strictEqual<T>(actual: unknown, expected: T, message?: string): asserts actual is T
    function notStrictEqual(actual: unknown, expected: unknown, message?: string): void
    function deepEqual(actual: unknown, expected: unknown, message?: string): void
    function deepStrictEqual(actual: unknown, expected: unknown, message?: string): void
    function notDeepEqual(actual: unknown, expected: unknown, message?: string): void
    function match(text: string, pattern: RegExp, message?: string): void
    function doesNotMatch(text: string, pattern: RegExp, message?: string): void
    function throws(body: () => unknown, expected?: object | RegExp, message?: string): void
    function doesNotThrow(body: () => unknown, message?: string): void
    function rejects(body: Promise<unknown> | (() => Promise<unknown>), expected?: object | RegExp): Promise<void>
    function fail(message?: string): never
  }
  export = assert
}

declare module 'node:fs' {
  export function readFileSync(path: string | URL, encoding: 'utf8'): string
  export function readdirSync(path: string | URL): string[]
}
