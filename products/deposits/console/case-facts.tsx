import { LoggedPicture, useMayLook } from '@bolsillo/files/console'
import type { ViewReason } from '@bolsillo/files/domain'
import { Card, DateTime, Note, Pill, Timeline } from '@bolsillo/ui'
import { FactTable } from '@bolsillo/ui/console'
import { useWords } from '@bolsillo/web-kit'
import type { Deposit } from '../contract/index.ts'
import { refusalReasons } from '../domain/deposit.ts'
import {
  confirmReasons,
  elsewhereReason,
  matchReasons,
  notArrivedReasons,
  overdueReason,
  returnReasons,
} from '../domain/powers.ts'
import type { Messages } from '../messages/es-ES.ts'
import { AgreedCard } from './agreed-card.tsx'
import { type Case, useMoney } from './case-hooks.ts'

/**
 * Whether its amount is still to be read from the evidence: until somebody proposed one, what the customer announced is
 * not shown, so that the figure that is typed is the one on the proof and the statement.
 */
export function isReadFromEvidence({ deposit, proposals }: Case): boolean {
  return deposit.stage === 'proof-check' && proposals.length === 0
}

/** What a deposit is: the money, who paid, whose it may be, what shows it, its life. */
export function CaseFacts(props: {
  readonly one: Case
  readonly isBlind: boolean
  /** Why its proof is looked at. */
  readonly reason: ViewReason
  readonly onOpened?: () => void
}) {
  const { one, isBlind, reason, onOpened } = props
  const t = useWords<Messages>('deposits')
  const { deposit } = one
  return (
    <>
      {deposit.heldReason !== undefined && <Note tone="warning">{t(`held.${deposit.heldReason}`)}</Note>}
      <Money one={one} isBlind={isBlind} />
      <Payer one={one} />
      <Customer one={one} />
      <AgreedCard one={one} />
      <Proof one={one} reason={reason} {...(onOpened === undefined ? {} : { onOpened })} />
      <Card>
        <h3 className="mb-3 text-14">{t('console.life')}</h3>
        <Timeline
          steps={one.life.map((step) => ({
            title: t(step.reason === 'reversed' ? 'acts.reversed' : `acts.${step.stage}`),
            note: <Step step={step} />,
            done: true,
          }))}
        />
      </Card>
    </>
  )
}

/** The picture the customer sent, for the roles that may look at one. */
function Proof(props: { readonly one: Case; readonly reason: ViewReason; readonly onOpened?: () => void }) {
  const { one, reason, onOpened } = props
  const t = useWords<Messages>('deposits')
  const mayLook = useMayLook('deposit-proof')
  if (one.proofFileId === undefined) return null
  return (
    <Card>
      <h3 className="mb-2 text-14">{t('console.proof')}</h3>
      {mayLook ? (
        <div className="max-w-[420px]">
          <LoggedPicture
            fileId={one.proofFileId}
            caseId={one.deposit.depositId}
            reason={reason}
            label={t('console.proof')}
            {...(onOpened === undefined ? {} : { onOpened })}
          />
        </div>
      ) : (
        <p className="text-second">{t('console.proofNotYours')}</p>
      )}
    </Card>
  )
}

const heldReasons = ['unknown-reference', 'other-name', 'wrong-asset', 'not-verified'] as const
const failReasons = ['cancelled', 'expired', 'reversed', 'returned'] as const
const staffReasons = [
  ...confirmReasons,
  ...matchReasons,
  ...returnReasons,
  ...notArrivedReasons,
  ...refusalReasons,
  overdueReason,
  elsewhereReason,
  'return-failed',
] as const

/** A step's reason in words; one nobody knows shows as it is. */
function useReasonOf(): (code: string) => string {
  const t = useWords<Messages>('deposits')
  return (code) => {
    const held = heldReasons.find((known) => known === code)
    if (held !== undefined) return t(`console.heldShort.${held}`)
    const failed = failReasons.find((known) => known === code)
    if (failed !== undefined) return t(`failed.${failed}`)
    const staff = staffReasons.find((known) => known === code)
    return staff === undefined ? code : t(`reasons.${staff}`)
  }
}

function Step({ step }: { readonly step: Case['life'][number] }) {
  const t = useWords<Messages>('deposits')
  const reasonOf = useReasonOf()
  return (
    <>
      <DateTime at={step.at} shows="second" /> · {t(`console.by.${step.by}`)}
      {step.reason === undefined ? '' : ` · ${reasonOf(step.reason)}`}
    </>
  )
}

function Money({ one: { deposit }, isBlind }: { readonly one: Case; readonly isBlind: boolean }) {
  const t = useWords<Messages>('deposits')
  const money = useMoney()
  return (
    <Card>
      <FactTable
        facts={[
          {
            label: t('console.rail'),
            value: `${t(`methods.${deposit.method}`)} · ${deposit.channelId ?? deposit.asset}`,
          },
          ...(deposit.asked === undefined || isBlind
            ? []
            : [{ label: t('console.asked'), value: money(deposit.asked, deposit.askedAsset ?? deposit.asset) }]),
          ...(deposit.amount === undefined
            ? []
            : [{ label: t('console.delivered'), value: <b>{money(deposit.amount, deposit.asset)}</b> }]),
          ...optional(t('console.to'), deposit.to),
          ...optional(t('console.tracking'), deposit.externalId),
          ...marksOf(deposit).map((mark) => ({ label: '', value: t(`marks.${mark}`) })),
        ]}
      />
    </Card>
  )
}

const marksOf = ({ marks }: Deposit) => marks
const optional = (label: string, value: string | undefined) =>
  value === undefined ? [] : [{ label, value: <span className="break-all">{value}</span> }]

function Payer({ one: { payer, customer } }: { readonly one: Case }) {
  const t = useWords<Messages>('deposits')
  if (payer === undefined) return null
  const fits = customer?.payerFits
  return (
    <Card>
      <FactTable
        facts={[
          {
            label: t('console.payer'),
            value: (
              <>
                {payer.name === '' ? '—' : payer.name}{' '}
                {fits !== undefined && (
                  <Pill tone={fits ? 'good' : 'bad'}>{t(fits ? 'console.fits' : 'console.fitsNot')}</Pill>
                )}
              </>
            ),
          },
          { label: t('console.payerAccount'), value: <span className="break-all">{payer.account}</span> },
        ]}
      />
    </Card>
  )
}

function Customer({ one: { customer } }: { readonly one: Case }) {
  const t = useWords<Messages>('deposits')
  if (customer === undefined) return <Note>{t('console.nobody')}</Note>
  return (
    <Card>
      <FactTable
        facts={[
          { label: t('console.number'), value: customer.number },
          { label: t('console.customer'), value: customer.account },
          { label: t('console.name'), value: customer.name ?? <Pill tone="bad">{t('console.notVerified')}</Pill> },
          ...(customer.level === undefined ? [] : [{ label: t('console.level'), value: String(customer.level) }]),
        ]}
      />
    </Card>
  )
}
