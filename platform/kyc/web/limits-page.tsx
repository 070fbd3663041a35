import { Amount, ButtonLink, Card, DateTime, Icon, ListRow, Loaded, Note, PageFrame, Pill, Section } from '@bolsillo/ui'
import { href, useCall, useWords } from '@bolsillo/web-kit'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useState } from 'react'
import { readOwnLimits } from '../contract/index.ts'
import { type LimitSubject, limitSubjects } from '../domain/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { LimitSheet } from './limit-sheet.tsx'
import { deviceZone, isReached, type OwnLimitRow, type OwnLimitsReply } from './own-limit-rows.ts'
import { PauseSheet } from './pause-sheet.tsx'

/** What customers bind themselves with: limits, pauses, and the money that waits for a limit. */
export default function LimitsPage() {
  const t = useWords<Messages>('kyc')
  const found = useCall(readOwnLimits, { zone: deviceZone() })
  return (
    <PageFrame title={t('ownLimits.title')}>
      <p className="text-13 text-second">{t('ownLimits.lead')}</p>
      <Loaded of={found}>
        {(reply) => (
          <>
            <Pauses reply={reply} />
            <Held reply={reply} />
            {limitSubjects.map((subject) => (
              <Limits key={subject} subject={subject} rows={reply.limits.filter((row) => row.subject === subject)} />
            ))}
            <p className="px-1 text-12 text-second">{t('ownLimits.basis')}</p>
          </>
        )}
      </Loaded>
    </PageFrame>
  )
}

function Pauses({ reply: { pauses } }: { readonly reply: OwnLimitsReply }) {
  const t = useWords<Messages>('kyc')
  const [open, setOpen] = useState(false)
  return (
    <Section title={t('ownLimits.pause')}>
      {pauses.map(({ scope, from, until }) => (
        <ListRow
          key={`${scope} ${from}`}
          title={t(`ownLimits.scopes.${scope}`)}
          note={until === undefined ? t('ownLimits.forEver') : <Until at={until} />}
          aside={<Pill tone="warning">{t('ownLimits.active')}</Pill>}
        />
      ))}
      <ListRow quiet title={t('ownLimits.beginPause')} note={t('ownLimits.pauseNote')} onClick={() => setOpen(true)} />
      {open && <PauseSheet onClose={() => setOpen(false)} />}
    </Section>
  )
}

function Until({ at }: { readonly at: number }) {
  const t = useWords<Messages>('kyc')
  return (
    <>
      {t('ownLimits.until')} <DateTime at={at} />
    </>
  )
}

/** Money beyond a limit: whose it is, what it waits for, and the way back in one tap. */
function Held({ reply: { held } }: { readonly reply: OwnLimitsReply }) {
  const t = useWords<Messages>('kyc')
  if (held.length === 0) return null
  return (
    <Card className="grid gap-3">
      <h2 className="text-16">{t('ownLimits.held')}</h2>
      <Note>{t('ownLimits.heldText')}</Note>
      {held.map(({ depositId, asset, amount, since }) => (
        <ListRow
          key={`${depositId} ${since}`}
          title={<Amount value={amount} currency={asset} />}
          note={<DateTime at={since} />}
          href={href('/pages/withdraw/returnOrigin', { asset, amount })}
          aside={<span className="text-brand">{t('ownLimits.sendBack')}</span>}
          chevron
        />
      ))}
      <ButtonLink href="/pages/withdraw/withdraw" size="medium" kind="ghost" wide>
        {t('ownLimits.withdraw')}
      </ButtonLink>
    </Card>
  )
}

function Limits({ subject, rows }: { readonly subject: LimitSubject; readonly rows: readonly OwnLimitRow[] }) {
  const t = useWords<Messages>('kyc')
  const [open, setOpen] = useState<OwnLimitRow>()
  return (
    <Section title={t(`ownLimits.subjects.${subject}`)}>
      {rows.map((row) => (
        <button
          key={row.period}
          type="button"
          onClick={() => setOpen(row)}
          className="flex min-h-12 w-full items-center gap-2.5 border-hair border-t py-2.5 text-left first-of-type:border-t-0 active:opacity-70"
        >
          <span className="min-w-0 flex-1">
            <span className="flex justify-between gap-3 font-strong">
              {t(`ownLimits.periods.${row.period}`)}
              {row.amount === undefined ? (
                <span className="font-plain text-second">{t('ownLimits.none')}</span>
              ) : (
                <Amount value={row.amount} currency="MXN" />
              )}
            </span>
            <span className="flex justify-between gap-3 text-12 text-second">
              <span>
                <RowNote row={row} />
              </span>
              {isReached(row) && <span className="text-danger">{t('ownLimits.reached')}</span>}
            </span>
          </span>
          <Icon of={ChevronRight} size={18} className="shrink-0 text-faint" />
        </button>
      ))}
      {open !== undefined && <LimitSheet row={open} onClose={() => setOpen(undefined)} />}
    </Section>
  )
}

/** Two short lines, so that no figure or date is broken: what it comes to, and from when on it counts anew. */
function RowNote({ row: { subject, pending, amount, used, until } }: { readonly row: OwnLimitRow }) {
  const t = useWords<Messages>('kyc')
  if (pending !== undefined)
    return (
      <>
        <span className="block">
          {t('ownLimits.waits')}{' '}
          {pending.amount === undefined ? t('ownLimits.none') : <Amount value={pending.amount} currency="MXN" />}
        </span>
        <span className="block">
          {t('ownLimits.from')} <DateTime at={pending.effectiveAt} />
        </span>
      </>
    )
  if (used === undefined) return t('ownLimits.noPrice')
  if (amount === undefined && used === '0.00') return undefined
  return (
    <>
      <span className="block">
        {t(`ownLimits.used.${subject}`)} <Amount value={used} currency="MXN" />
      </span>
      {amount !== undefined && (
        <span className="block">
          {t('ownLimits.renews')} <DateTime at={until} />
        </span>
      )}
    </>
  )
}
