/** The rules page: only its pictures need code. */
import { drawPictures } from '#pages/pictures.js'

drawPictures()
