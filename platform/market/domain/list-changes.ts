import { movedBefore } from './moved-before.ts'

/** What an owner did to a list: an entry put in front of another one or at the end, or taken out. */
export interface ListChange {
  readonly key: number
  readonly symbol: string
  readonly to: 'end' | 'out' | { readonly before: string }
  /** The server has done it; its lists are as they were read before until the last change is done. */
  readonly isDone?: boolean
}

/** A list as the server has it, with what its owner did since. */
export function withChanges(symbols: readonly string[], changes: readonly ListChange[]): readonly string[] {
  return changes.reduce((list, { symbol, to }) => {
    if (!list.includes(symbol)) return list
    if (to === 'out') return list.filter((one) => one !== symbol)
    // What it was put in front of may be gone by now.
    const before = to !== 'end' && list.includes(to.before) ? to.before : undefined
    return movedBefore(list, symbol, before)
  }, symbols)
}

/**
 * The changes that are still to be shown over the server's list once one of them has ended. One that failed goes at once,
 * and takes none of the others along. Those that are done go together with the last: only then nothing asks for the list.
 */
export function afterChange(changes: readonly ListChange[], key: number, isDone: boolean): readonly ListChange[] {
  const left = isDone
    ? changes.map((change) => (change.key === key ? { ...change, isDone: true } : change))
    : changes.filter((change) => change.key !== key)
  return left.every((change) => change.isDone === true) ? [] : left
}
