/** The rules: only their pictures need code. */
import { drawPictures } from './pictures.js'

drawPictures()
