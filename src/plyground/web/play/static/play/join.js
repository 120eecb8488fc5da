/** An invitation: the board as it stands. */

import { drawPictures } from '#pages/pictures.js'

drawPictures()
