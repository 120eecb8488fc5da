/** The page of all lessons: small boards. */
import { drawPictures } from '#pages/pictures.js'

drawPictures()
