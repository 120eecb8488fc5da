/** An invitation: the current board. */

import { drawPictures } from '#pages/pictures.js'

drawPictures()
