import type { ReplyOf } from '@bolsillo/contract'
import { Button, Card, DateTime, ErrorState, Note, Pill, SkeletonCard, showToast, TextField } from '@bolsillo/ui'
import { ConsolePage } from '@bolsillo/ui/console'
import { useAction, useCall, useMay } from '@bolsillo/web-kit'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { useState } from 'react'
import { listPauses, listWork, proposePause, proposeResume } from '../contract/operator.ts'
import { pauseReasons, resumeReasons } from '../domain/index.ts'
import { ReasonField } from './propose-card.tsx'
import { useOwnWords } from './words.ts'

type Row = ReplyOf<typeof listPauses>['rows'][number]

/** What can be paused in an emergency. */
export default function PausesPage() {
  const t = useOwnWords()
  const pauses = useCall(listPauses, {})
  const may = useMay(proposePause)
  return (
    <ConsolePage title={t('pauses.title')} note={t('pauses.note')}>
      {pauses.isPending ? (
        <SkeletonCard lines={4} />
      ) : pauses.isError ? (
        <ErrorState title={pauses.error.message} onRetry={() => void pauses.refetch()} />
      ) : (
        <div className="grid grid-cols-[repeat(auto-fit,minmax(16rem,1fr))] gap-4">
          {pauses.data.rows.map((row) => (
            <PauseCard key={row.what} row={row} may={may} />
          ))}
        </div>
      )}
    </ConsolePage>
  )
}

function PauseCard({ row, may }: { readonly row: Row; readonly may: boolean }) {
  const t = useOwnWords()
  const { what, until, open } = row
  return (
    <Card className="flex flex-col gap-3">
      <header className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
        <h2 className="whitespace-nowrap text-16">{t(`pauses.${what}`)}</h2>
        <Pill tone={until === undefined ? 'good' : 'warning'}>
          {until === undefined ? (
            t('pauses.running')
          ) : (
            <>
              {t('pauses.pausedUntil')} <DateTime at={until} />
            </>
          )}
        </Pill>
      </header>
      <p className="text-second">{t(`pauses.${what}Note`)}</p>
      {open !== undefined ? (
        <Note icon={CircleAlert}>{t('pauses.waits')}</Note>
      ) : may ? (
        <PauseForm what={what} paused={until !== undefined} />
      ) : null}
    </Card>
  )
}

function PauseForm({ what, paused }: { readonly what: Row['what']; readonly paused: boolean }) {
  const t = useOwnWords()
  const reasons = paused ? resumeReasons : pauseReasons
  const [reason, setReason] = useState<string>(reasons[0])
  const [hours, setHours] = useState('2')
  const refreshes = [listPauses, listWork]
  const pause = useAction(proposePause, { refreshes })
  const resume = useAction(proposeResume, { refreshes })
  const problem = pause.error?.message ?? resume.error?.message
  const onSuccess = (): void => {
    showToast(t('pauses.proposed'))
  }
  const fits = /^([1-9]|1[0-9]|2[0-4])$/.test(hours)
  return (
    <>
      <ReasonField reasons={reasons} value={reason} onChange={setReason} />
      {!paused && (
        <TextField label={t('pauses.hours')} value={hours} onChange={setHours} inputMode="numeric" maxLength={2} />
      )}
      {problem !== undefined && (
        <div role="alert">
          <Note icon={CircleAlert} tone="bad">
            {problem}
          </Note>
        </div>
      )}
      {paused ? (
        <Button size="medium" loading={resume.isPending} onClick={() => resume.mutate({ what, reason }, { onSuccess })}>
          {t('pauses.resume')}
        </Button>
      ) : (
        <Button
          size="medium"
          kind="danger"
          disabled={!fits}
          loading={pause.isPending}
          onClick={() => pause.mutate({ what, hours: Number(hours), reason }, { onSuccess })}
        >
          {t('pauses.pause')}
        </Button>
      )}
    </>
  )
}
