import type { OrderRow, StepRow } from './orders-store.ts'

// The life of an order as its steps tell it: which step may follow which, and in what state it leaves the order.

type Stage =
  | 'new'
  | 'received'
  | 'accepted'
  | 'waiting'
  | 'activated'
  | 'armed'
  | 'open'
  | 'partly'
  | 'cancelled'
  | 'expired'
  | 'rejected'

const live: readonly Stage[] = ['accepted', 'activated', 'open', 'partly']
const ends: readonly Stage[] = ['cancelled', 'expired', 'rejected']

/** From which stages a step may be taken, and where it leads; `same`: it stays where it is. */
const steps: Readonly<Record<string, { readonly from: readonly Stage[]; readonly to: Stage | 'same' }>> = {
  received: { from: ['new'], to: 'received' },
  accepted: { from: ['received'], to: 'accepted' },
  // An exit waits for what it sells; an order that was accepted, for the opening.
  waiting: { from: ['received', 'accepted'], to: 'waiting' },
  activated: { from: ['waiting'], to: 'activated' },
  'pending-trigger': { from: ['received', 'accepted', 'activated'], to: 'armed' },
  triggered: { from: ['armed'], to: 'open' },
  held: { from: [...live, 'armed', 'waiting'], to: 'same' },
  resting: { from: live, to: 'same' },
  filled: { from: live, to: 'partly' },
  cancelled: { from: [...live, 'waiting', 'armed', 'received'], to: 'cancelled' },
  expired: { from: [...live, 'waiting', 'armed', 'received'], to: 'expired' },
  rejected: { from: live, to: 'rejected' },
  released: { from: [...ends, 'partly'], to: 'same' },
}

const stagesOfState: Readonly<Record<string, readonly Stage[]>> = {
  waiting: ['waiting'],
  'pending-trigger': ['armed'],
  open: ['accepted', 'activated', 'open'],
  'partially-filled': ['partly'],
  filled: ['partly'],
  cancelled: ['cancelled'],
  expired: ['expired'],
  rejected: ['rejected'],
}

/** What is wrong with the steps of an order, or with the state they leave it in; undefined when nothing is. */
export function stepProblem(order: OrderRow, taken: readonly StepRow[]): string | undefined {
  let stage: Stage = 'new'
  let isOver = false
  for (const [index, step] of taken.entries()) {
    if (step.number !== index + 1) return `step ${index + 1} is missing: the next one is ${step.number}`
    const rule = steps[step.kind]
    if (rule === undefined || !rule.from.includes(stage) || isOver)
      return `step ${step.number}, ${step.kind}, follows ${isOver ? 'its end' : stage}`
    if (step.kind === 'released') isOver = true
    if (rule.to !== 'same') stage = rule.to
  }
  if (stagesOfState[order.state]?.includes(stage) !== true) return `is ${order.state}, its steps leave it ${stage}`
  const isDone = order.quantity !== undefined && order.filledQuantity >= order.quantity
  if (order.state === 'partially-filled' && isDone) return 'is partially filled, and nothing is left of it'
  // An order sized by amount is filled when its money buys no more: how many shares that is nobody said.
  if (order.state === 'filled' && order.quantity !== undefined && !isDone)
    return `is filled with ${order.filledQuantity} of ${order.quantity}`
  const isEnded = ['filled', 'cancelled', 'expired', 'rejected'].includes(order.state)
  if (isEnded !== (order.endedAt !== undefined)) return `is ${order.state} and ended at ${order.endedAt}`
  return undefined
}
