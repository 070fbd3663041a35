import { Age, DateTime, Pill, type Tone } from '@bolsillo/ui'
import { DataTable } from '@bolsillo/ui/console'
import { useWords } from '@bolsillo/web-kit'
import type { ChannelState, ListedMessage, ListedState } from '../contract/operator.ts'
import type { Messages } from '../messages/es-ES.ts'

/** How a channel is, from what it has not sent. */
function stateOf({ isCarried, waiting, failing }: ChannelState): { readonly word: StateWord; readonly tone: Tone } {
  if (!isCarried) return waiting > 0 ? { word: 'uncarried', tone: 'bad' } : { word: 'absent', tone: 'quiet' }
  return failing > 0 ? { word: 'fails', tone: 'warning' } : { word: 'works', tone: 'good' }
}
type StateWord = keyof Messages['console']['states']

/** Whether somebody says afterwards that messages of a channel arrived. */
const hasReceipts = (channel: ChannelState['channel']): boolean => channel !== 'email'

/** Every channel there is, with what waits on it and since when. */
export function ChannelTable({ channels }: { readonly channels: readonly ChannelState[] }) {
  const t = useWords<Messages>('outbox')
  return (
    <DataTable
      label={t('console.channels')}
      rows={channels}
      keyOf={({ channel }) => channel}
      columns={[
        { title: t('console.channel'), cell: ({ channel }) => <b>{t(`console.channelNames.${channel}`)}</b> },
        {
          title: t('console.state'),
          cell: (row) => {
            const { word, tone } = stateOf(row)
            return (
              <>
                <Pill tone={tone}>{t(`console.states.${word}`)}</Pill>
                {row.problem !== undefined && (
                  <span className="block text-12 text-second">{t(`console.problems.${row.problem}`)}</span>
                )}
              </>
            )
          },
        },
        { title: t('console.waiting'), align: 'right', cell: ({ waiting }) => <b>{waiting}</b> },
        { title: t('console.failing'), align: 'right', cell: ({ failing }) => failing },
        {
          title: t('console.oldest'),
          align: 'right',
          cell: ({ oldestAt }) => (oldestAt === undefined ? '—' : <Age at={oldestAt} />),
        },
        { title: t('console.sentLately'), align: 'right', cell: ({ sentLately }) => sentLately },
        {
          title: t('console.deliveredLately'),
          align: 'right',
          cell: ({ channel, deliveredLately }) => (hasReceipts(channel) ? deliveredLately : '—'),
        },
        {
          title: t('console.undeliveredLately'),
          align: 'right',
          cell: ({ channel, undeliveredLately }) => (hasReceipts(channel) ? undeliveredLately : '—'),
        },
        {
          title: t('console.lastSent'),
          align: 'right',
          cell: ({ lastSentAt }) => (lastSentAt === undefined ? '—' : <Age at={lastSentAt} />),
        },
      ]}
    />
  )
}

/** Messages of one state: to whom, masked, and why they have not left. */
export function MessageTable(props: {
  readonly label: string
  readonly state: ListedState
  readonly rows: readonly ListedMessage[]
}) {
  const t = useWords<Messages>('outbox')
  const { label, state, rows } = props
  return (
    <DataTable
      label={label}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { title: t('console.to'), cell: ({ shownTo }) => shownTo, className: 'max-w-[260px] break-words' },
        { title: t('console.channel'), cell: ({ channel }) => t(`console.channelNames.${channel}`) },
        { title: t('console.what'), cell: ({ hasCode }) => t(hasCode ? 'console.code' : 'console.notice') },
        { title: t('console.since'), cell: ({ createdAt }) => <Age at={createdAt} /> },
        { title: t('console.tries'), align: 'right', cell: ({ tries }) => tries },
        {
          title: t('console.reason'),
          className: 'max-w-[320px] text-second',
          cell: ({ problem }) => (problem === undefined ? '—' : t(`console.problems.${problem}`)),
        },
        ...(state === 'waiting'
          ? [
              {
                title: t('console.nextTry'),
                cell: ({ nextTryAt }: ListedMessage) =>
                  nextTryAt === undefined ? '—' : <DateTime at={nextTryAt} shows="second" />,
              },
              { title: t('console.until'), cell: ({ expiresAt }: ListedMessage) => <DateTime at={expiresAt} /> },
            ]
          : [
              {
                title: t('console.ended'),
                cell: ({ endedAt }: ListedMessage) => (endedAt === undefined ? '—' : <DateTime at={endedAt} />),
              },
            ]),
      ]}
    />
  )
}
