import type { ReplyOf } from '@bolsillo/contract'
import { figure } from '@bolsillo/kernel'
import { DateTime, useUi } from '@bolsillo/ui'
import { type Teller, useWords } from '@bolsillo/web-kit'
import type { listAudit } from '../contract/operator.ts'
import type { Messages } from '../messages/es-ES.ts'

export type Act = ReplyOf<typeof listAudit>['rows'][number]

interface RoomWords {
  readonly acts: Readonly<Record<string, string>>
  readonly reasons: Readonly<Record<string, string>>
  readonly powers: Readonly<Record<string, string>>
}

/** A text by its key, undefined where there is none: a record may be older than the words of today. */
const known = (told: string, key: string): string | undefined => (told === key ? undefined : told)

function useKnown(room: string, group: keyof RoomWords, name: string): string | undefined {
  const key = `${group}.${name}` as const
  return known(useWords<RoomWords>(room)(key), key)
}

/** An act in the words of its room: `identity.sign-in` is `acts.sign-in` there. One without words shows its name. */
export function ActName({ action }: { readonly action: string }) {
  const [room = '', act = ''] = action.split('.')
  const ofRoom = useKnown(room, 'acts', act)
  const here = useKnown('audit', 'acts', action.replace('.', '-'))
  return <>{ofRoom ?? here ?? action}</>
}

const own = (t: Teller<Messages>, group: 'details' | 'processes' | 'things' | 'values', name: string) => {
  const key = `${group}.${name}`
  return known((t as (key: string) => string)(key), key)
}

/** The last characters of an id distinguish it from those beside it in a list. */
const tail = 6

/** Whom or what an id means: `Customer …1MATZ`; a process of ours by its name. */
export function useIdName(): (id: string) => string {
  const t = useWords<Messages>('audit')
  return (id) => {
    const whole = own(t, 'processes', id) ?? own(t, 'values', id)
    if (whole !== undefined) return whole
    const [, kind = '', mark = '', rest = ''] = /^([a-z]+)([_:])(.+)$/.exec(id) ?? []
    const thing = own(t, 'things', kind)
    if (thing === undefined) return id
    return `${thing} ${mark === '_' ? `…${rest.slice(-tail)}` : rest}`
  }
}

/** What a detail is called. */
export function useDetailName(): (name: string) => string {
  const t = useWords<Messages>('audit')
  return (name) => own(t, 'details', name) ?? name
}

/** Rooms and words of the powers an approval is of. */
const powers: Readonly<Record<string, readonly [room: string, power: string]>> = {
  'operator.invite': ['approvals', 'invite'],
  'operator.roles': ['approvals', 'roles'],
  'operator.end': ['approvals', 'endStaff'],
  'customer.restrict': ['approvals', 'restrict'],
  'customer.free': ['approvals', 'free'],
  'settings.change': ['approvals', 'setting'],
  'operations.pause': ['approvals', 'pause'],
  'operations.resume': ['approvals', 'resume'],
  'kyc.verify-duplicate': ['kyc', 'verifyDuplicate'],
  'deposit.confirm-offline': ['deposits', 'confirmOffline'],
  'deposit.match': ['deposits', 'match'],
  'deposit.return': ['deposits', 'return'],
  'deposit.settle-claim': ['deposits', 'settleClaim'],
  'deposit.not-arrived': ['deposits', 'notArrived'],
  'deposit.return-elsewhere': ['deposits', 'returnElsewhere'],
  'deposit.unclaimed': ['deposits', 'unclaimed'],
  'withdrawal.accept': ['withdrawals', 'accept'],
  'withdrawal.legal-hold': ['withdrawals', 'legalHold'],
}

const moments: ReadonlySet<string> = new Set([
  ...['until', 'effectiveAt', 'markAt', 'printedAt'],
  ...['windowFrom', 'windowTo', 'fundedAt'],
])

/** What a detail holds, in words where it is one of a few; amounts show as everywhere; ids, numbers and settings as recorded. */
export function DetailValue({
  act,
  name,
  value,
}: {
  readonly act: Act
  readonly name: string
  readonly value: string
}) {
  const t = useWords<Messages>('audit')
  const [room = ''] = act.action.split('.')
  const [powerRoom, power] = powers[value] ?? ['approvals', value]
  const ofRoom = useKnown(room, 'reasons', value)
  const ofApprovals = useKnown('approvals', 'reasons', value)
  const ofPower = useKnown(powerRoom, 'powers', power)
  const idName = useIdName()
  const { style } = useUi()
  if (moments.has(name) && /^\d{13}$/.test(value)) return <DateTime at={Number(value)} />
  if (name === 'reason') return <>{ofRoom ?? ofApprovals ?? value}</>
  if (name === 'kind') return <>{ofPower ?? own(t, 'values', value) ?? value}</>
  if (name === 'maker') return <span className="break-all">{`${idName(value)} (${value})`}</span>
  // A value of a setting is the setting's own, whatever word it looks like.
  const word = name === 'value' ? undefined : own(t, 'values', value)
  return <span className="break-all">{word ?? (/ [A-Z]{3,5}$/.test(value) ? figure(value, style) : value)}</span>
}
