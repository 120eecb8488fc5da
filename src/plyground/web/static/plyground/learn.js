/** The page of all lessons: small boards. */
import { drawPictures } from './pictures.js'

drawPictures()
