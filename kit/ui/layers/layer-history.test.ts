import { beforeEach, expect, it } from 'vitest'
import { createLayerHistory, type LayerHistory } from './layer-history.ts'

// A browser's history with a router over it: entries with a state, and a step that is taken only when the turn is over.

interface FakeEntry {
  readonly address: string
  readonly state: Readonly<Record<string, unknown>>
}

let entries: FakeEntry[]
let at: number
let steps: number[]
let work: Array<() => void>
/** What happens when a step should have come by now. */
let late: Array<() => void>
/** What the router heard of. */
let shown: string[]
let layers: LayerHistory

beforeEach(() => {
  entries = [{ address: 'before', state: { idx: 0 } }]
  at = 0
  steps = []
  work = []
  late = []
  shown = []
  layers = createLayerHistory({
    state: () => entries[at]?.state,
    push: (state) => add(entries[at]?.address ?? '', { ...state }),
    go: (delta) => steps.push(delta),
    later: (task) => work.push(task),
    muchLater: (task) => late.push(task),
  })
  visit('page')
  run()
})

function add(address: string, state: Readonly<Record<string, unknown>>): void {
  entries = [...entries.slice(0, at + 1), { address, state }]
  at += 1
}

/** The router goes to another page. */
function visit(address: string): void {
  add(address, { idx: Number(entries[at]?.state.idx) + 1 })
  layers.note()
}

/** Everything that waits happens. */
function run(): void {
  for (let rounds = 0; rounds < 50 && (work.length > 0 || steps.length > 0); rounds += 1) {
    const step = steps.shift()
    if (step !== undefined && entries[at + step] !== undefined) go(step)
    for (const task of work.splice(0)) task()
  }
}

function go(delta: number): void {
  at += delta
  if (layers.onPop()) return
  shown.push(entries[at]?.address ?? '')
  layers.note()
}

function press(delta: 1 | -1): void {
  go(delta)
  run()
}

/** A layer as a component has it: closed by itself or by going back. */
function openLayer() {
  const layer: { isOpen: boolean; close: () => void } = { isOpen: true, close: () => undefined }
  const release = layers.open(() => layer.close())
  layer.close = () => {
    layer.isOpen = false
    release()
  }
  run()
  return layer
}

const address = (): string | undefined => entries[at]?.address

it('going back closes the layer on top and stays; a second time leaves the page', () => {
  const [below, above] = [openLayer(), openLayer()]
  press(-1)
  expect([above.isOpen, below.isOpen, address()]).toEqual([false, true, 'page'])
  press(-1)
  expect([below.isOpen, address()]).toEqual([false, 'page'])
  expect(shown).toEqual([])
  press(-1)
  expect(shown).toEqual(['before'])
})

it('a layer that was closed leaves nothing to go back over, and going forward does not open it', () => {
  const layer = openLayer()
  layer.close()
  run()
  expect(at).toBe(1)
  press(1)
  expect([layer.isOpen, at, address()]).toEqual([false, 1, 'page'])
  press(-1)
  expect(address()).toBe('before')
})

it('a layer that was left for another page is skipped both ways', () => {
  const layer = openLayer()
  visit('next')
  layer.close()
  run()
  press(-1)
  expect([address(), at]).toEqual(['page', 1])
  press(1)
  expect(address()).toBe('next')
  press(-1)
  press(-1)
  expect(address()).toBe('before')
})

it('a page that comes in while a layer closes waits until the browser is there, and stays', () => {
  const layer = openLayer()
  layer.close()
  layers.atRest(() => visit('next'))
  for (const task of work.splice(0)) task()
  expect([address(), at, steps]).toEqual(['page', 2, [-1]])
  run()
  expect([address(), at]).toEqual(['next', 2])
  press(-1)
  expect([address(), at]).toEqual(['page', 1])
})

it('a page comes at once while no layer closes, and after a step the browser has dropped', () => {
  layers.atRest(() => visit('next'))
  expect(address()).toBe('next')
  run()
  const layer = openLayer()
  layer.close()
  for (const task of work.splice(0)) task()
  steps = []
  layers.atRest(() => visit('last'))
  expect(address()).toBe('next')
  for (const task of late.splice(0)) task()
  run()
  expect(address()).toBe('last')
})

it('who goes back before the next page has come is where they were, with what lay over it', () => {
  const layer = openLayer()
  add('next', { idx: Number(entries[at]?.state.idx) + 1 })
  layers.moved()
  run()
  press(-1)
  expect([address(), layer.isOpen, entries[at]?.state.layer]).toEqual(['page', true, 1])
  expect(shown).toEqual(['page'])
  press(-1)
  expect([address(), layer.isOpen]).toEqual(['page', false])
})

it('a layer that may not be closed now stays, and going back asks again', () => {
  let asked = 0
  layers.open(() => {
    asked += 1
  })
  run()
  press(-1)
  press(-1)
  expect([asked, address()]).toEqual([2, 'page'])
})

it('an address that is replaced under a layer is one page to go back from', () => {
  const layer = openLayer()
  entries[at] = { address: 'page', state: { idx: 1 } }
  layers.note()
  layer.close()
  run()
  press(-1)
  expect(address()).toBe('before')
})

it('who leaves the page leaves its layers, too', () => {
  openLayer()
  expect(layers.depth()).toBe(1)
})

it('a form that goes from one step to the next keeps its place', () => {
  const first = openLayer()
  const before = entries.length
  first.close()
  const second = openLayer()
  expect([entries.length, second.isOpen]).toEqual([before, true])
  press(-1)
  expect([second.isOpen, address()]).toEqual([false, 'page'])
})
