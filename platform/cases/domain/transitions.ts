/** Where a case may go from each of its states; a state it does not leave ends it. */
export type Transitions<State extends string> = Readonly<Record<State, readonly State[]>>

/** Whether a case may go from one state to another. */
export function mayMove<State extends string>(moves: Transitions<State>, from: State, to: State): boolean {
  return moves[from].includes(to)
}

/** Whether a case in this state has ended for good. */
export function isOver<State extends string>(moves: Transitions<State>, state: State): boolean {
  return moves[state].length === 0
}
