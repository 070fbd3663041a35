import {
  Age,
  Button,
  Card,
  DateTime,
  EmptyState,
  ErrorState,
  LoadMore,
  Note,
  SkeletonRows,
  showToast,
} from '@bolsillo/ui'
import { FactTable, KeyHint, QueueRow, ReviewPanes } from '@bolsillo/ui/console'
import { usePages, useWords } from '@bolsillo/web-kit'
import FlaskConical from 'lucide-react/icons/flask-conical'
import Mail from 'lucide-react/icons/mail'
import { useState } from 'react'
import type { Messages } from '../messages/es-ES.ts'
import { type DeliveredMessage, operatorInbox } from '../operator-contract.ts'

/** Every message of the practice market, newest first. */
export default function InboxPage() {
  const t = useWords<Messages>('identity')
  const pages = usePages(operatorInbox, {})
  const [chosen, setChosen] = useState<string>()
  const rows = pages.data?.pages.flatMap((page) => page.rows) ?? []
  const selected = rows.find(({ id }) => id === chosen) ?? rows[0]
  const end = pages.isPending ? (
    <div className="px-4">
      <SkeletonRows rows={6} />
    </div>
  ) : pages.isError ? (
    <ErrorState title={pages.error.message} onRetry={() => void pages.refetch()} />
  ) : rows.length === 0 ? (
    <EmptyState icon={Mail} title={t('operator.inboxEmpty')} />
  ) : pages.hasNextPage ? (
    <LoadMore state={pages.isFetchingNextPage ? 'loading' : 'more'} onMore={() => void pages.fetchNextPage()} />
  ) : null
  return (
    <ReviewPanes
      title={t('operator.inbox')}
      aside={
        <button type="button" onClick={() => void pages.refetch()} className="-my-1 py-1 font-medium text-brand">
          {t('operator.refresh')}
        </button>
      }
      rows={rows}
      keyOf={({ id }) => id}
      selected={selected?.id}
      onSelect={setChosen}
      renderRow={({ to, at, title, code }) => (
        <QueueRow title={to} age={<Age at={at} />} note={<span data-verbatim>{title}</span>} figure={code} />
      )}
      end={end}
    >
      {selected !== undefined && <Detail message={selected} />}
    </ReviewPanes>
  )
}

function Detail({ message }: { readonly message: DeliveredMessage }) {
  const t = useWords<Messages>('identity')
  const { code } = message
  const copy = async (text: string): Promise<void> => {
    await navigator.clipboard.writeText(text)
    showToast(t('operator.copied'))
  }
  return (
    <>
      <header>
        <h2 data-verbatim className="text-20">
          {message.title}
        </h2>
        <p className="text-second">{t('operator.inboxHint')}</p>
      </header>
      <Card>
        <p data-verbatim className="max-w-[64ch] text-15">
          {message.text}
        </p>
        {code !== undefined && (
          <p className="mt-4 flex w-fit items-center gap-3 rounded-field bg-wash py-1 pr-1 pl-4">
            <span className="font-strong text-24 tracking-[0.14em]">{code}</span>
            <Button kind="plain" size="medium" onClick={() => void copy(code)}>
              {t('operator.copy')}
            </Button>
          </p>
        )}
      </Card>
      <Card>
        <FactTable
          facts={[
            { label: t('operator.to'), value: message.to },
            { label: t('operator.channel'), value: t(message.channel === 'sms' ? 'operator.sms' : 'operator.email') },
            { label: t('operator.customer'), value: message.customer ?? t('operator.nobody') },
            { label: t('operator.sentAt'), value: <DateTime at={message.at} shows="second" /> },
          ]}
        />
      </Card>
      <Note icon={FlaskConical} tone="warning" className="max-w-[64ch]">
        {t('operator.practiceOnly')}
      </Note>
      <p className="mt-auto flex items-center gap-1.5 text-second">
        {t('operator.next')} <KeyHint>J</KeyHint> {t('operator.previous')} <KeyHint>K</KeyHint>
      </p>
    </>
  )
}
