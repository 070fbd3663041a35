// A sheet, dialog, drawer or full screen lies over its page, and Back (a key, a gesture, a button of the browser) closes what
// lies on top. Each open layer has an entry of its own in the history, at the address of the page: going back from it is
// what the layer hears. What must not happen: that Back does nothing, or leaves the page with a layer still open, or that
// Forward opens what was closed. The entries are the router's own state with a number added, and the router never hears of
// steps between them.

/** What is used of the browser's history. */
interface HistoryPort {
  readonly state: () => unknown
  /** Adds an entry at the same address. */
  readonly push: (state: object) => void
  readonly go: (delta: number) => void
  /** Runs after what React does in this turn: a step of a form that is replaced by the next closes and opens a layer. */
  readonly later: (work: () => void) => void
  /** Runs when a step that was asked for must have come by now. */
  readonly muchLater: (work: () => void) => void
}

export interface LayerHistory {
  /** A layer is open: `close` is called when somebody goes back. Returns what to call when it is closed. */
  readonly open: (close: () => void) => () => void
  /** Somebody went through the history. Answers whether it was between layers, so that the router need not hear of it. */
  readonly onPop: () => boolean
  /** The router has added or replaced an entry; its page may still be on its way, with the layers of this one open. */
  readonly moved: () => void
  /** The page or its address has changed. */
  readonly note: () => void
  /**
   * Runs `work`, which goes to another page, once no step of our own is due or under way. A browser takes a step from where it
   * was asked for: an entry added in between is lost, at times (a sign-out stayed on its page four times in ten).
   */
  readonly atRest: (work: () => void) => void
  /** How many entries of layers lie over that of the page: who leaves the page leaves them too. */
  readonly depth: () => number
}

interface Entry {
  /** The router's number of the page's entry. */
  readonly page: number
  /** Which layer over the page it belongs to; 0: the page itself. */
  readonly layer: number
}

function numberOf(state: unknown, name: 'idx' | 'layer'): number {
  if (typeof state !== 'object' || state === null) return 0
  const value: unknown = Reflect.get(state, name)
  return typeof value === 'number' ? value : 0
}

const isEntry = (state: unknown): boolean => typeof state === 'object' && state !== null && 'idx' in state

/** Where the browser is in its history, and what is asked of it. */
interface Walk {
  /** Where it was when somebody looked last. */
  last: Entry
  /** A step of our own that the browser has not taken yet. */
  pending: { readonly delta: number } | undefined
  /** Brings the entries in line with the layers that are open, once this turn is over. */
  readonly plan: () => void
  readonly here: () => Entry
  /** The step of our own is over. */
  readonly arrive: () => void
  /** See `LayerHistory`. */
  readonly atRest: (work: () => void) => void
}

/** Keeps as many entries over that of the page as there are open layers. */
function createWalk(port: HistoryPort, count: () => number): Walk {
  const here = (): Entry => ({ page: numberOf(port.state(), 'idx'), layer: numberOf(port.state(), 'layer') })
  let planned = false
  const waiting: Array<() => void> = []
  const walk: Walk = {
    last: here(),
    pending: undefined,
    here,
    plan: () => {
      if (planned) return
      planned = true
      port.later(settle)
    },
    arrive: () => {
      walk.pending = undefined
      walk.plan()
    },
    atRest: (work) => {
      if (planned || walk.pending !== undefined) waiting.push(work)
      else work()
    },
  }
  const step = (delta: number): void => {
    const asked = { delta }
    walk.pending = asked
    port.go(delta)
    // A browser may drop a step, as when somebody goes back at the same time.
    port.muchLater(() => walk.pending === asked && walk.arrive())
  }
  const settle = (): void => {
    planned = false
    if (walk.pending !== undefined) return
    const { layer } = here()
    const state = port.state()
    for (let next = layer + 1; next <= count(); next += 1)
      port.push({ ...(typeof state === 'object' ? state : {}), layer: next })
    walk.last = here()
    if (count() < layer) step(count() - layer)
    else for (const work of waiting.splice(0)) work()
  }
  return walk
}

/** Where the browser was when somebody looked last, and where it is now. */
function move(walk: Walk): { readonly from: Entry; readonly at: Entry } {
  const from = walk.last
  walk.last = walk.here()
  return { from, at: walk.last }
}

/** Follows the open layers in the history. */
export function createLayerHistory(port: HistoryPort): LayerHistory {
  const layers: Array<{ readonly close: () => void }> = []
  const walk = createWalk(port, () => layers.length)
  /** Entries of layers somebody left for another page: there is something beyond them. */
  const passed = new Set<string>()
  /** How to go on from an entry on which nobody stays: of a layer that is closed, or left over by one. */
  const onward = (from: Entry, at: Entry): -1 | 0 | 1 => {
    const isSamePage = at.page === from.page
    if (at.layer > layers.length)
      return isSamePage && at.layer > from.layer && passed.has(`${at.page} ${at.layer}`) ? 1 : -1
    // Where the address was replaced under a layer, an entry of the page is left beside that of the page.
    return isSamePage && at.layer === from.layer ? -1 : 0
  }
  const moved = (): void => {
    const { from, at } = move(walk)
    for (let layer = 1; at.page > from.page && layer <= from.layer; layer += 1) passed.add(`${from.page} ${layer}`)
  }
  return {
    open: (close) => {
      const layer = { close }
      layers.push(layer)
      walk.plan()
      return () => {
        const place = layers.indexOf(layer)
        if (place >= 0) layers.splice(place, 1)
        walk.plan()
      }
    },
    onPop: () => {
      // A place within a page, which a link with a hash leads to, is no entry of the router.
      if (!isEntry(port.state())) return false
      const { from, at } = move(walk)
      if (walk.pending !== undefined) {
        walk.arrive()
        // Somebody may have gone back at the same time.
        return at.page === from.page
      }
      if (at.page === from.page && at.layer < layers.length) {
        layers.at(-1)?.close()
        walk.plan()
        return true
      }
      const delta = onward(from, at)
      if (delta !== 0) port.go(delta)
      return delta !== 0
    },
    moved,
    note: () => {
      moved()
      walk.plan()
    },
    atRest: walk.atRest,
    depth: () => walk.here().layer,
  }
}
