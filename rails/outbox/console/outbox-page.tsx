import { Card, EmptyState, ErrorState, SkeletonRows, Tabs } from '@bolsillo/ui'
import { ConsolePage, QueueEnd } from '@bolsillo/ui/console'
import { useCall, usePages, useWords } from '@bolsillo/web-kit'
import Mails from 'lucide-react/icons/mails'
import { useState } from 'react'
import { type ChannelState, type ListedState, listedStates, listOutbox, readOutbox } from '../contract/operator.ts'
import type { Messages } from '../messages/es-ES.ts'
import { lasting } from '../retry.ts'
import { ChannelTable, MessageTable } from './outbox-tables.tsx'

const everyMs = 15_000

/** What waits to be sent on each channel, and what was not: never what it says, and nothing to press but to look. */
export default function OutboxPage() {
  const t = useWords<Messages>('outbox')
  const [state, setState] = useState<ListedState>('waiting')
  const outbox = useCall(readOutbox, {}, { everyMs })
  const channels = outbox.data?.channels ?? []
  const sum = (of: ListedState): number => channels.reduce((all, channel: ChannelState) => all + channel[of], 0)
  return (
    <ConsolePage title={t('console.title')} note={t('console.note')}>
      {outbox.isError ? (
        <ErrorState title={outbox.error.message} onRetry={() => void outbox.refetch()} />
      ) : (
        <Card pad="none" className="min-w-fit shrink-0">
          <h2 className="px-3 pt-3 text-15">{t('console.channels')}</h2>
          {outbox.isPending ? (
            <div className="px-3">
              <SkeletonRows rows={2} />
            </div>
          ) : (
            <ChannelTable channels={channels} />
          )}
        </Card>
      )}
      <Card pad="none" className="min-w-fit shrink-0">
        <h2 className="px-3 pt-3 text-15">{t('console.list')}</h2>
        <Tabs
          label={t('console.list')}
          value={state}
          onChange={setState}
          choices={listedStates.map((value) => ({
            value,
            label: t(`console.tabs.${value}`),
            count: sum(value),
          }))}
          panelId="outbox-messages"
          className="max-w-[560px]"
        />
        <div id="outbox-messages" role="tabpanel" aria-label={t(`console.tabs.${state}`)}>
          <UnsentList key={state} state={state} />
        </div>
      </Card>
    </ConsolePage>
  )
}

function UnsentList({ state }: { readonly state: ListedState }) {
  const t = useWords<Messages>('outbox')
  const pages = usePages(listOutbox, { state }, { everyMs })
  const rows = pages.data?.pages.flatMap((page) => page.rows) ?? []
  return (
    <>
      {rows.length > 0 && <MessageTable label={t(`console.tabs.${state}`)} state={state} rows={rows} />}
      <QueueEnd
        pages={pages}
        empty={
          <EmptyState
            icon={Mails}
            title={t(`console.empty.${state}`)}
            text={t(`console.emptyText.${state}`, lasting)}
          />
        }
      />
    </>
  )
}
