/** The rules: only their pictures need code. */
import { drawPictures } from '#pages/pictures.js'

drawPictures()
