import { Age, Button, ErrorState, Icon, ListRow, PageFrame, Pill, Section, SkeletonRows, showToast } from '@bolsillo/ui'
import { PageNote, useAction, useCall, useWords } from '@bolsillo/web-kit'
import KeyRound from 'lucide-react/icons/key-round'
import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone'
import { listSessions, loginInfo, revokeSession } from '../contract.ts'
import type { Messages } from '../messages/es-ES.ts'

/** Passwords and open sessions. */
export default function SecurityPage() {
  const t = useWords<Messages>('identity')
  const info = useCall(loginInfo, {})
  return (
    <PageFrame title={t('security.title')}>
      <Section title={t('security.passwords')}>
        <ListRow
          quiet
          href="/pages/user/tradePassword"
          lead={<Icon of={LockKeyhole} size={20} className="text-second" />}
          title={t('security.tradePassword')}
          {...(info.data === undefined
            ? {}
            : {
                aside: (
                  <Pill tone={info.data.tradePasswordSet ? 'good' : 'quiet'}>
                    {t(info.data.tradePasswordSet ? 'security.tradeSet' : 'security.tradeNotSet')}
                  </Pill>
                ),
              })}
          chevron
        />
        <ListRow
          quiet
          href="/pages/user/loginPassword"
          lead={<Icon of={KeyRound} size={20} className="text-second" />}
          title={t('security.resetLogin')}
        />
      </Section>
      <Sessions />
      <PageNote />
    </PageFrame>
  )
}

function Sessions() {
  const t = useWords<Messages>('identity')
  const list = useCall(listSessions, {})
  const revoke = useAction(revokeSession, { refreshes: [listSessions] })
  const end = (sessionId?: string): void => {
    revoke.mutate(sessionId === undefined ? {} : { sessionId }, {
      onSuccess: () => showToast(t(sessionId === undefined ? 'security.endedOthers' : 'security.ended')),
      onError: (refusal) => showToast(refusal.message === '' ? t('code.unknown') : refusal.message, { kind: 'error' }),
    })
  }
  return (
    <Section title={t('security.sessions')}>
      {list.isPending && <SkeletonRows rows={2} />}
      {list.isError && <ErrorState title={list.error.message} onRetry={() => void list.refetch()} />}
      {list.data?.sessions.map((session) => (
        <ListRow
          key={session.id}
          lead={<Icon of={MonitorSmartphone} size={20} className="text-second" />}
          title={session.device}
          note={
            <>
              {session.address} · <Age at={session.lastSeenAt} />
            </>
          }
          aside={
            session.current ? (
              <Pill tone="brand">{t('security.current')}</Pill>
            ) : (
              <Button
                kind="plain"
                size="medium"
                className="-my-2 -mr-4 text-danger"
                aria-label={t('security.revokeName', { device: session.device })}
                onClick={() => end(session.id)}
              >
                {t('security.revoke')}
              </Button>
            )
          }
        />
      ))}
      <p className="border-hair border-t py-2.5 text-12 text-second">{t('security.sessionsHint')}</p>
      {(list.data?.sessions.length ?? 0) > 1 && (
        <Button kind="ghost" size="medium" wide className="mb-3" loading={revoke.isPending} onClick={() => end()}>
          {t('security.revokeOthers')}
        </Button>
      )}
    </Section>
  )
}
