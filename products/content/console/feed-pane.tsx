import { Button, Card, DateTime, Note, Pill, SelectField, showToast } from '@bolsillo/ui'
import { FactTable } from '@bolsillo/ui/console'
import { languageNames, useAction, useMay, useWords } from '@bolsillo/web-kit'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { useState } from 'react'
import { type FeedRow, listFeeds, pauseFeed, proposeFeed } from '../contract/feeds.ts'
import { feedPauseReasons } from '../domain/feeds/feed.ts'
import type { Messages } from '../messages/es-ES.ts'
import { FeedForm } from './feed-form.tsx'

const tones = { waiting: 'quiet', sound: 'good', failing: 'bad', paused: 'warning' } as const

/** Whether a feed is paused, was never fetched, fails, or is in order. */
export function stateOf({ pause, state }: FeedRow): keyof typeof tones {
  if (pause !== undefined) return 'paused'
  if (state === undefined || state.triedAt === undefined) return 'waiting'
  return state.failures > 0 ? 'failing' : 'sound'
}

/** A feed with what its last fetch came to, and what may be done with it. */
export function FeedPane({ feed }: { readonly feed: FeedRow }) {
  const t = useWords<Messages>('content')
  const may = useMay(proposeFeed)
  const mayPause = useMay(pauseFeed)
  return (
    <>
      <header className="min-w-0">
        <h2 className="break-words text-20">{feed.name}</h2>
        <p className="text-second">{new URL(feed.address).host}</p>
      </header>
      <Facts feed={feed} />
      {feed.pause === undefined && mayPause && <PauseForm feed={feed} />}
      {feed.isProposed ? (
        <Note icon={CircleAlert}>{t('feeds.waits')}</Note>
      ) : may ? (
        <FeedForm from={feed} />
      ) : (
        <Note icon={CircleAlert}>{t('feeds.readOnly')}</Note>
      )}
    </>
  )
}

function Facts({ feed }: { readonly feed: FeedRow }) {
  const t = useWords<Messages>('content')
  const { address, language, everyMinutes, decidedAt, items, pause, state } = feed
  const is = stateOf(feed)
  const moment = (at: number | undefined) => (at === undefined ? t('feeds.never') : <DateTime at={at} />)
  const { problem, status = 0, failures = 0, leftOut = 0 } = state ?? {}
  return (
    <Card>
      <FactTable
        facts={[
          { label: t('feeds.state'), value: <Pill tone={tones[is]}>{t(`feeds.states.${is}`)}</Pill> },
          ...(pause === undefined
            ? []
            : [
                { label: t('feeds.pausedSince'), value: <DateTime at={pause.at} /> },
                { label: t('feeds.pausedWhy'), value: reasonOf(pause.reason, t) },
              ]),
          { label: t('feeds.fetched'), value: moment(state?.fetchedAt) },
          { label: t('feeds.tried'), value: moment(state?.triedAt) },
          ...(pause === undefined ? [{ label: t('feeds.next'), value: moment(state?.nextAt) }] : []),
          {
            label: t('feeds.problem'),
            value: problem === undefined ? t('feeds.none') : t(`feeds.problems.${problem}`, { status: String(status) }),
          },
          { label: t('feeds.failures'), value: String(failures) },
          { label: t('feeds.items'), value: String(items) },
          { label: t('feeds.leftOut'), value: String(leftOut) },
          { label: t('feeds.address'), value: <span className="[overflow-wrap:anywhere]">{address}</span> },
          { label: t('feeds.language'), value: languageNames[language] },
          { label: t('feeds.every'), value: String(everyMinutes) },
          { label: t('feeds.decided'), value: <DateTime at={decidedAt} /> },
        ]}
      />
    </Card>
  )
}

function reasonOf(reason: string, t: ReturnType<typeof useWords<Messages>>): string {
  const known = feedPauseReasons.find((one) => one === reason)
  return known === undefined ? reason : t(`reasons.${known}`)
}

function PauseForm({ feed: { feedId } }: { readonly feed: FeedRow }) {
  const t = useWords<Messages>('content')
  const [reason, setReason] = useState<(typeof feedPauseReasons)[number]>('wrong-content')
  const pause = useAction(pauseFeed, { refreshes: [listFeeds] })
  return (
    <Card>
      <h2 className="text-16">{t('feeds.pauseTitle')}</h2>
      <p className="mb-3 max-w-[560px] text-13 text-second">{t('feeds.pauseText')}</p>
      <div className="flex max-w-[560px] flex-col gap-3">
        <SelectField
          label={t('feeds.reason')}
          value={reason}
          onChange={setReason}
          choices={feedPauseReasons.map((value) => ({ value, label: t(`reasons.${value}`) }))}
        />
        {pause.error !== null && (
          <Note icon={CircleAlert} tone="bad">
            {pause.error.message}
          </Note>
        )}
        <div>
          <Button
            size="medium"
            kind="ghost"
            loading={pause.isPending}
            onClick={() => pause.mutate({ feedId, reason }, { onSuccess: () => showToast(t('feeds.paused')) })}
          >
            {t('feeds.pause')}
          </Button>
        </div>
      </div>
    </Card>
  )
}
