"""The answers of the API against its document, with many examples."""

from typing import Any

import pytest
import schemathesis

from tests.web.test_openapi import Table, few, judge, schema, table

__all__ = ["table"]  # a fixture


@pytest.mark.deep
@schema.parametrize()
@few(300)
def test_every_answer_is_so_again_and_again(case: "schemathesis.Case[Any]", table: Table) -> None:
    judge(case, table)
