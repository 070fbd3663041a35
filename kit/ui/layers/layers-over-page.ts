import type { LayerHistory } from './layer-history.ts'

// What the frame of an app asks of the layers over its page. Apart from them: the first page comes without any layer.

type Followed = Pick<LayerHistory, 'note' | 'moved' | 'depth' | 'onPop' | 'atRest'>

/** The layers of this window, once a part that can be one has come. */
let followed: Followed | undefined

// A window calls its listeners in the order they came, capturing or not: this one is here before the router's, which must
// not hear of steps between layers.
if (typeof window !== 'undefined')
  window.addEventListener('popstate', (event) => followed?.onPop() === true && event.stopImmediatePropagation())

/** Connects the layers of this window with its frame. */
export function followLayers(layers: Followed): void {
  followed = layers
  // The page may have been loaded anew where a layer was.
  layers.note()
}

/** The page or its address has changed: the app says so with each. */
export function noteAddress(): void {
  followed?.note()
}

/** The router has added or replaced an entry: who goes back before its page is here comes from that entry. */
export function noteMove(): void {
  followed?.moved()
}

/** How many entries of open layers are to be left together with the page. */
export function layersOverPage(): number {
  return followed?.depth() ?? 0
}

/** Runs what goes to another page once no step between layers is under way: the browser would lose the page. */
export function atRest(work: () => void): void {
  if (followed === undefined) work()
  else followed.atRest(work)
}
