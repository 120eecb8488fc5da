/** An invitation: the board as it stands. */

import { drawPictures } from './pictures.js'

drawPictures()
