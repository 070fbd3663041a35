import { Button, DateTime, ErrorState, Icon, ListRow, Note, PageFrame, Pill, Section, SkeletonRows } from '@bolsillo/ui'
import { useCall, useWords } from '@bolsillo/web-kit'
import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import LifeBuoy from 'lucide-react/icons/life-buoy'
import Smartphone from 'lucide-react/icons/smartphone'
import { useState } from 'react'
import { listFactors, loginInfo } from '../contract.ts'
import type { Messages } from '../messages/es-ES.ts'
import { AddAppFlow } from './add-app-flow.tsx'
import { AddPasskeyFlow } from './add-passkey-flow.tsx'
import { PasskeySheet } from './passkey-sheet.tsx'
import { canUsePasskeys } from './passkeys.ts'
import { RecoveryCodesCard } from './recovery-codes-card.tsx'
import { type Removal, RemoveFactorSheet, RenewCodesSheet } from './remove-factor-sheet.tsx'

/** What the page shows: the list, one of the two flows, or the codes that came of one. */
type View =
  | { readonly kind: 'list' | 'app' | 'passkey' }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }

/** The customer's second factors: an app of codes, passkeys, recovery codes. */
export default function FactorsPage() {
  const t = useWords<Messages>('identity')
  const [view, setView] = useState<View>({ kind: 'list' })
  const done = (codes: readonly string[]): void =>
    setView(codes.length > 0 ? { kind: 'codes', codes } : { kind: 'list' })
  const back = view.kind === 'list' ? {} : { onBack: () => setView({ kind: 'list' }) }
  return (
    <PageFrame title={t('factors.title')} {...back}>
      {view.kind === 'list' && <Factors onAdd={(kind) => setView({ kind })} onCodes={done} />}
      {view.kind === 'app' && <AddAppFlow onDone={done} />}
      {view.kind === 'passkey' && <AddPasskeyFlow onDone={done} />}
      {view.kind === 'codes' && <RecoveryCodesCard codes={view.codes} onDone={() => setView({ kind: 'list' })} />}
    </PageFrame>
  )
}

function Factors(props: {
  readonly onAdd: (kind: 'app' | 'passkey') => void
  readonly onCodes: (codes: readonly string[]) => void
}) {
  const t = useWords<Messages>('identity')
  const list = useCall(listFactors, {})
  const info = useCall(loginInfo, {})
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
      <p className="px-1 text-14 text-second">{t('factors.why')}</p>
      <Section title={t('factors.appTitle')}>
        <ListRow
          lead={<Icon of={Smartphone} size={20} className="text-second" />}
          title={t('factors.app')}
          note={authenticator.since === undefined ? t('factors.appNote') : <Since at={authenticator.since} />}
          {...(authenticator.set
            ? { onClick: () => setRemoval({ factor: 'authenticator', name: t('factors.app') }), chevron: true }
            : { onClick: () => props.onAdd('app') })}
          aside={
            <Pill tone={authenticator.set ? 'good' : 'quiet'}>
              {t(authenticator.set ? 'factors.on' : 'factors.add')}
            </Pill>
          }
        />
      </Section>
      <Section title={t('factors.passkeys')}>
        {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
          <ListRow
            key={id}
            onClick={() => setPasskeyId(id)}
            lead={<Icon of={Fingerprint} size={20} className="text-second" />}
            title={name}
            note={lastUsedAt === undefined ? <Since at={createdAt} /> : <Used at={lastUsedAt} />}
          />
        ))}
        {passkeys.length === 0 && <p className="py-3 text-13 text-second">{t('factors.passkeyText')}</p>}
        {canUsePasskeys() && (
          <Button kind="ghost" size="medium" wide className="mb-3" onClick={() => props.onAdd('passkey')}>
            {t('factors.addPasskey')}
          </Button>
        )}
      </Section>
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
      {info.data?.secondFactorSet === false && <Note className="px-1">{t('factors.needed')}</Note>}
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
