import { type Allotment, allot } from './allot.ts'
import { type ApplicationColumns, columnsOf, copyLine, placeOfId } from './applications.ts'
import { rootOf } from './applications-tree.ts'
import { applicationLineId, drawProblems, seedOf } from './commitment.ts'
import type { FileHeader } from './file-header.ts'
import { planHashOf } from './plan.ts'
import type { ReadLines } from './read-lines.ts'
import type { ChangedPart, KnownFacts, OwnLine, ReadFile, ReplayChange, ReplayReport } from './report.ts'
import { hashWords } from './sha256.ts'
import { inPieces, type Steps } from './steps.ts'
import { compareWords, orderOf } from './word-order.ts'

/** Lines in the order of their ids, and what was wrong with the order they stood in. */
interface OrderedLines extends ReadLines {
  /** Place in the file of each line, from 0. */
  readonly places: Uint32Array
  readonly changes: readonly ReplayChange[]
}

/** The line of the file of a place: the first is the header. */
const lineOf = (place: number): number => place + 2

/** The columns of the lines that were read, in another order. */
function reordered({ columns, stated }: ReadLines, places: Uint32Array) {
  const sorted = columnsOf(places.length)
  const statedSorted = new Float64Array(places.length)
  for (const [at, place] of places.entries()) {
    copyLine(columns, place, sorted, at)
    statedSorted[at] = stated[place] as number
  }
  return { columns: sorted, stated: statedSorted }
}

function* ordered(lines: ReadLines): Steps<OrderedLines> {
  const { ids, count } = lines.columns
  let firstWrong = 0
  yield* inPieces('sorting', count, (from, to) => {
    for (let at = Math.max(from, 1); at < to; at += 1)
      if (firstWrong === 0 && compareWords(ids, at - 1, at) >= 0) firstWrong = at
  })
  if (firstWrong === 0) return { ...lines, places: Uint32Array.from({ length: count }, (_, at) => at), changes: [] }
  const places = yield* orderOf(ids)
  const twice = places.find((place, at) => at > 0 && compareWords(ids, places[at - 1] as number, place) === 0)
  const isSorted = compareWords(ids, firstWrong - 1, firstWrong) === 0
  const changes: ReplayChange[] = [
    ...(isSorted ? [] : [{ part: 'order' as const, line: lineOf(firstWrong) }]),
    ...(twice === undefined ? [] : [{ part: 'duplicate' as const, line: lineOf(twice) }]),
  ]
  return { ...lines, ...reordered(lines, places), places, changes }
}

/** What of the header contradicts itself or what is known, before any line is looked at. */
function headerChanges(header: FileHeader, known: KnownFacts): readonly ChangedPart[] {
  const planHash = planHashOf(header.plan)
  const isRule = header.planHash === planHash && (known.planHash ?? planHash) === planHash
  const draw = drawProblems(header.plan, header)
  const isValue = (known.publicValue ?? header.publicValue) === header.publicValue
  return [
    ...(isRule ? [] : (['rule'] as const)),
    ...draw,
    ...(isValue || draw.includes('public-value') ? [] : (['public-value'] as const)),
  ]
}

/**
 * Which of root and applications was changed. The seed of the header was made with the root: with the one in the header, then
 * it is the applications that differ; with the one of the lines, then it is the header's.
 */
function rootChanges(header: FileHeader, root: string, known: KnownFacts): readonly ChangedPart[] {
  if (known.root !== undefined) {
    if (header.root !== known.root) return root === known.root ? ['root'] : ['root', 'application']
    return root === header.root ? [] : ['application']
  }
  if (root === header.root) return []
  return [seedOf(header, root) === header.seed ? 'root' : 'application']
}

/** The first line whose allotment is not what the rule gives, and the total. */
function* resultChanges(
  { header, ordered: { stated, places } }: { readonly header: FileHeader; readonly ordered: OrderedLines },
  { lots, total }: Allotment,
): Steps<readonly ReplayChange[]> {
  let first = Number.POSITIVE_INFINITY
  yield* inPieces('comparing', lots.length, (from, to) => {
    for (let at = from; at < to; at += 1)
      if (stated[at] !== lots[at]) first = Math.min(first, lineOf(places[at] as number))
  })
  return [
    ...(Number.isFinite(first) ? [{ part: 'result' as const, line: first }] : []),
    ...(total === header.total ? [] : [{ part: 'total' as const }]),
  ]
}

function ownLineOf(
  { lot }: FileHeader['plan'],
  { columns, places }: { readonly columns: ApplicationColumns; readonly places: Uint32Array },
  { lots }: Allotment,
  own: KnownFacts['own'],
): OwnLine | undefined {
  const at = own === undefined ? undefined : placeOfId(columns, applicationLineId(own.salt, own.applicationId))
  if (at === undefined) return undefined
  return {
    line: lineOf(places[at] as number),
    tier: columns.tiers[at] as number,
    quantity: BigInt(columns.lots[at] as number) * lot,
    allotted: BigInt(lots[at] as number) * lot,
  }
}

function ownChanges(line: OwnLine | undefined, own: KnownFacts['own']): readonly ReplayChange[] {
  if (own === undefined) return []
  if (line === undefined) return [{ part: 'own-missing' }]
  const isSame = (own.tier ?? line.tier) === line.tier && (own.quantity ?? line.quantity) === line.quantity
  return isSame ? [] : [{ part: 'own-application', line: line.line }]
}

/** Runs the allotment of a file again and says what of it was changed, causes before what follows from them. */
export function* judge(file: ReadFile, known: KnownFacts): Steps<ReplayReport> {
  const { header, lines } = file
  const isCount = file.count === header.applications
  const read = isCount ? lines : cut(lines, Math.min(file.count, header.applications))
  const inOrder = yield* ordered(read)
  const root = yield* rootOf(inOrder.columns)
  const [unfit] = read.unfit
  // Lines left out, added or twice make another root by themselves.
  const isRootJudged = isCount && inOrder.changes.every(({ part }) => part === 'order')
  const inputs: ReplayChange[] = [
    ...headerChanges(header, known).map((part) => ({ part })),
    ...(isCount ? [] : [{ part: 'count' as const }]),
    ...inOrder.changes,
    ...(isRootJudged
      ? rootChanges(header, root, known).filter((part) => part === 'root' || unfit === undefined)
      : []
    ).map((part) => ({ part })),
    // A line no plan could have accepted is a changed one, whatever the root.
    ...(unfit === undefined ? [] : [{ part: 'application' as const, line: lineOf(unfit) }]),
  ]
  if (inputs.length === 0 && seedOf(header, root) !== header.seed) inputs.push({ part: 'seed' })
  const closed = { kind: 'closed' as const, plan: header.plan, applications: inOrder.columns, root: header.root }
  const allotment = yield* allot(closed, header)
  // With another input every result may differ: which one was changed is then not known, and not said.
  const isJudged = inputs.every(({ part }) => part === 'order')
  const results = isJudged ? yield* resultChanges({ header, ordered: inOrder }, allotment) : []
  const own = ownLineOf(header.plan, inOrder, allotment, known.own)
  const changes = [...inputs, ...results, ...ownChanges(own, known.own)]
  const shown = own === undefined ? {} : { own }
  return changes.length === 0 ? { kind: 'equal', header, ...shown } : { kind: 'changed', changes, header, ...shown }
}

/** The first so many lines. */
function cut({ columns, stated, unfit }: ReadLines, count: number): ReadLines {
  return {
    columns: {
      count,
      ids: columns.ids.subarray(0, hashWords * count),
      tiers: columns.tiers.subarray(0, count),
      lots: columns.lots.subarray(0, count),
    },
    stated: stated.subarray(0, count),
    unfit,
  }
}
