import type { LayerHistory } from './layer-history.ts'

// What the frame of an app asks of the layers over its page. Apart from them: the first page comes without any layer.

/** The layers of this window, once a part that can be one has come. */
let followed: Pick<LayerHistory, 'note' | 'depth'> | undefined

/** Connects the layers of this window with its frame. */
export function followLayers(layers: Pick<LayerHistory, 'note' | 'depth'>): void {
  followed = layers
  // The page may have been loaded anew where a layer was.
  layers.note()
}

/** The page or its address has changed: the app says so with each. */
export function noteAddress(): void {
  followed?.note()
}

/** How many entries of open layers are to be left together with the page. */
export function layersOverPage(): number {
  return followed?.depth() ?? 0
}
