import { href } from '@bolsillo/web-kit'

export type StepName = 'account' | 'identity' | 'share' | 'receipt'

/** A step of the first day: where it is, what it says beside its name, and where it leads. */
export interface Step {
  readonly name: StepName
  /** `next`: the first that is not done; `waiting`: it is with somebody else. */
  readonly state: 'done' | 'next' | 'waiting' | 'later'
  readonly note: 'done' | 'practicePapers' | 'papers' | 'review' | 'refused' | 'cost' | 'check'
  readonly href: string
  /** When it was done, where that is recorded. */
  readonly at?: number
}

/** What is recorded about a customer's first day. */
export interface FirstDay {
  readonly openedAt: number
  readonly identity: 'none' | 'pending' | 'succ' | 'fail'
  /** The order of the latest fill. */
  readonly orderId: string | undefined
  readonly isReceiptChecked: boolean
  readonly isPractice: boolean
  /** The chart of a share to begin with. */
  readonly shareHref: string
}

const profilePath = '/pages/user/userInfo'
const papersPath = '/pages/user/kyc'
const ordersPath = '/pages/stock/order'

/** The four steps, of which the first that is open is the next. Somebody may do them in another order. */
export function stepsOf(day: FirstDay): readonly Step[] {
  const { identity, orderId, isReceiptChecked } = day
  const steps: readonly (Omit<Step, 'state'> & { readonly is: 'done' | 'waiting' | 'open' })[] = [
    { name: 'account', is: 'done', note: 'done', href: profilePath, at: day.openedAt },
    {
      name: 'identity',
      is: identity === 'succ' ? 'done' : identity === 'pending' ? 'waiting' : 'open',
      note:
        identity === 'pending'
          ? 'review'
          : identity === 'fail'
            ? 'refused'
            : day.isPractice
              ? 'practicePapers'
              : 'papers',
      href: papersPath,
    },
    { name: 'share', is: orderId === undefined ? 'open' : 'done', note: 'cost', href: day.shareHref },
    {
      name: 'receipt',
      is: isReceiptChecked ? 'done' : 'open',
      note: 'check',
      href: orderId === undefined ? ordersPath : href(ordersPath, { orderId }),
    },
  ]
  const next = steps.find(({ is }) => is === 'open')
  return steps.map(({ is, ...step }) => ({
    ...step,
    state: is === 'open' ? (step.name === next?.name ? 'next' : 'later') : is,
  }))
}
