import { Age, Button, DateTime, ErrorState, Pill, SkeletonRows, showToast } from '@bolsillo/ui'
import { ConsolePage, DataTable } from '@bolsillo/ui/console'
import { useAction, useCall, useWords } from '@bolsillo/web-kit'
import { useState } from 'react'
import * as staff from '../contract/operator.ts'
import type { Messages } from '../messages/es-ES.ts'
import { useDeviceText } from '../web/account/use-device-text.ts'
import { type FactorOwner, FactorOwnerProvider } from '../web/factors/factor-owner.ts'
import { FactorPanel, type FactorView } from '../web/factors/factor-panel.tsx'

const owner: FactorOwner = {
  calls: staff.operatorFactorCalls,
  refreshes: [staff.operatorFactorCalls.list],
  isStaff: true,
}

/** One's own way into the console: second factors, and where it is open. */
export default function OwnAccessPage() {
  const t = useWords<Messages>('identity')
  const [view, setView] = useState<FactorView>({ kind: 'list' })
  return (
    <ConsolePage title={t('operator.access')} note={t('operator.accessNote')}>
      <div className="grid items-start gap-6 xl:grid-cols-[440px_1fr]">
        <section aria-label={t('factors.title')} className="flex min-w-0 max-w-[440px] flex-col gap-3.5">
          <FactorOwnerProvider value={owner}>
            <FactorPanel view={view} onView={setView} />
          </FactorOwnerProvider>
          {view.kind !== 'list' && view.kind !== 'codes' && (
            <Button kind="ghost" size="medium" onClick={() => setView({ kind: 'list' })}>
              {t('operator.cancel')}
            </Button>
          )}
        </section>
        <Sessions />
      </div>
    </ConsolePage>
  )
}

function Sessions() {
  const deviceText = useDeviceText()
  const t = useWords<Messages>('identity')
  const list = useCall(staff.operatorListSessions, {})
  const revoke = useAction(staff.operatorRevokeSession, { refreshes: [staff.operatorListSessions] })
  const end = (sessionId?: string): void => {
    revoke.mutate(sessionId === undefined ? {} : { sessionId }, {
      onSuccess: () => showToast(t(sessionId === undefined ? 'security.endedOthers' : 'security.ended')),
      onError: (refusal) => showToast(refusal.message === '' ? t('code.unknown') : refusal.message, { kind: 'error' }),
    })
  }
  const sessions = list.data?.sessions ?? []
  return (
    <section aria-label={t('security.sessions')} className="min-w-0 rounded-card bg-card p-4 shadow-card">
      <header className="mb-2 flex items-center justify-between gap-4">
        <div>
          <h2 className="text-15">{t('security.sessions')}</h2>
          <p className="text-12 text-second">{t('operator.sessionsHint')}</p>
        </div>
        {sessions.length > 1 && (
          <Button kind="ghost" size="medium" loading={revoke.isPending} onClick={() => end()}>
            {t('security.revokeOthers')}
          </Button>
        )}
      </header>
      {list.isPending && <SkeletonRows rows={2} />}
      {list.isError && <ErrorState title={list.error.message} onRetry={() => void list.refetch()} />}
      {list.data !== undefined && (
        <DataTable
          label={t('security.sessions')}
          rows={sessions}
          keyOf={({ id }) => id}
          columns={[
            { title: t('operator.device'), cell: ({ device }) => deviceText(device) },
            { title: t('operator.network'), cell: ({ address }) => address },
            { title: t('operator.openedAt'), cell: ({ startedAt }) => <DateTime at={startedAt} /> },
            { title: t('operator.usedAt'), cell: ({ lastSeenAt }) => <Age at={lastSeenAt} /> },
            {
              title: '',
              align: 'right',
              cell: ({ id, device, current }) =>
                current ? (
                  <Pill tone="brand">{t('security.current')}</Pill>
                ) : (
                  <button
                    type="button"
                    className="min-h-8 min-w-11 font-medium text-danger"
                    aria-label={t('security.revokeName', { device: deviceText(device) })}
                    onClick={() => end(id)}
                  >
                    {t('security.revoke')}
                  </button>
                ),
            },
          ]}
        />
      )}
    </section>
  )
}
