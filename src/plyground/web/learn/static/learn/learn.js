/** The list of lessons: small boards. */
import { drawPictures } from '#pages/pictures.js'

drawPictures()
