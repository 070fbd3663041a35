import type { ReplyOf } from '@bolsillo/contract'
import { Button, classes, DateTime, ErrorState, Icon, ListRow, Pill, Section, SkeletonRows } from '@bolsillo/ui'
import { useCall, useWords } from '@bolsillo/web-kit'
import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import LifeBuoy from 'lucide-react/icons/life-buoy'
import Smartphone from 'lucide-react/icons/smartphone'
import { useState } from 'react'
import type { Messages } from '../../messages/es-ES.ts'
import { AddAppFlow } from './add-app-flow.tsx'
import { AddPasskeyFlow } from './add-passkey-flow.tsx'
import { useFactorOwner } from './factor-owner.ts'
import { PasskeySheet } from './passkey-sheet.tsx'
import { canUsePasskeys } from './passkeys.ts'
import { RecoveryCodesCard } from './recovery-codes-card.tsx'
import { type Removal, RemoveFactorSheet, RenewCodesSheet } from './remove-factor-sheet.tsx'

/** What is shown: the list, one of the two flows, or the codes that came of one. */
export type FactorView =
  | { readonly kind: 'list' | 'app' | 'passkey' }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }

/** Somebody's second factors: an app of codes, passkeys, recovery codes. */
export function FactorPanel(props: { readonly view: FactorView; readonly onView: (view: FactorView) => void }) {
  const { view, onView } = props
  const done = (codes: readonly string[]): void =>
    onView(codes.length > 0 ? { kind: 'codes', codes } : { kind: 'list' })
  if (view.kind === 'app') return <AddAppFlow onDone={done} />
  if (view.kind === 'passkey') return <AddPasskeyFlow onDone={done} />
  if (view.kind === 'codes') return <RecoveryCodesCard codes={view.codes} onDone={() => onView({ kind: 'list' })} />
  return <Factors onAdd={(kind) => onView({ kind })} onCodes={done} />
}

function Factors(props: {
  readonly onAdd: (kind: 'app' | 'passkey') => void
  readonly onCodes: (codes: readonly string[]) => void
}) {
  const t = useWords<Messages>('identity')
  const { calls, isStaff } = useFactorOwner()
  const list = useCall(calls.list, {})
  const [removal, setRemoval] = useState<Removal>()
  const [renewing, setRenewing] = useState(false)
  const [passkeyId, setPasskeyId] = useState<string>()
  if (list.isPending) return <SkeletonRows rows={4} />
  if (list.isError) return <ErrorState title={list.error.message} onRetry={() => void list.refetch()} />
  const { authenticator, passkeys, recoveryCodesLeft } = list.data
  const isSet = authenticator.set || passkeys.length > 0
  const passkey = passkeys.find(({ id }) => id === passkeyId)
  return (
    <>
      <p className={classes('text-second', isStaff ? 'text-13' : 'px-1 text-14')}>
        {t(isStaff ? 'factors.staffWhy' : 'factors.why')}
      </p>
      <AppSection
        authenticator={authenticator}
        onAdd={() => props.onAdd('app')}
        onRemove={() => setRemoval({ factor: 'authenticator', name: t('factors.app') })}
      />
      <PasskeySection passkeys={passkeys} onChoose={setPasskeyId} onAdd={() => props.onAdd('passkey')} />
      {isSet && (
        <Section title={t('factors.recovery')}>
          <ListRow
            lead={<Icon of={LifeBuoy} size={20} className="text-second" />}
            title={t('factors.recoveryLeft', { left: recoveryCodesLeft })}
            note={t('factors.recoveryNote')}
            onClick={() => setRenewing(true)}
          />
        </Section>
      )}
      <PasskeySheet
        passkey={passkey}
        onClose={() => setPasskeyId(undefined)}
        onRemove={(factor, name) => {
          setPasskeyId(undefined)
          setRemoval({ factor, name })
        }}
      />
      <RemoveFactorSheet removal={removal} onClose={() => setRemoval(undefined)} />
      <RenewCodesSheet
        open={renewing}
        onClose={() => setRenewing(false)}
        onCodes={(codes) => {
          setRenewing(false)
          props.onCodes(codes)
        }}
      />
    </>
  )
}

function Since({ at }: { readonly at: number }) {
  const t = useWords<Messages>('identity')
  return (
    <>
      {t('factors.since')} <DateTime at={at} shows="date" />
    </>
  )
}

function Used({ at }: { readonly at: number }) {
  const t = useWords<Messages>('identity')
  return (
    <>
      {t('factors.lastUsed')} <DateTime at={at} />
    </>
  )
}

type FactorList = ReplyOf<ReturnType<typeof useFactorOwner>['calls']['list']>

function AppSection(props: {
  readonly authenticator: FactorList['authenticator']
  readonly onAdd: () => void
  readonly onRemove: () => void
}) {
  const { authenticator, onAdd, onRemove } = props
  const t = useWords<Messages>('identity')
  return (
    <Section title={t('factors.appTitle')}>
      <ListRow
        lead={<Icon of={Smartphone} size={20} className="text-second" />}
        title={t('factors.app')}
        note={authenticator.since === undefined ? t('factors.appNote') : <Since at={authenticator.since} />}
        {...(authenticator.set ? { onClick: onRemove, chevron: true } : { onClick: onAdd })}
        aside={
          <Pill tone={authenticator.set ? 'good' : 'brand'}>{t(authenticator.set ? 'factors.on' : 'factors.add')}</Pill>
        }
      />
    </Section>
  )
}

function PasskeySection(props: {
  readonly passkeys: FactorList['passkeys']
  readonly onChoose: (passkeyId: string) => void
  readonly onAdd: () => void
}) {
  const { passkeys, onChoose, onAdd } = props
  const t = useWords<Messages>('identity')
  return (
    <Section title={t('factors.passkeys')}>
      {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
        <ListRow
          key={id}
          onClick={() => onChoose(id)}
          lead={<Icon of={Fingerprint} size={20} className="text-second" />}
          title={name}
          note={lastUsedAt === undefined ? <Since at={createdAt} /> : <Used at={lastUsedAt} />}
        />
      ))}
      {passkeys.length === 0 && <p className="py-3 text-13 text-second">{t('factors.passkeyText')}</p>}
      {canUsePasskeys() && (
        <Button kind="ghost" size="medium" wide className="mb-3" onClick={onAdd}>
          {t('factors.addPasskey')}
        </Button>
      )}
    </Section>
  )
}
