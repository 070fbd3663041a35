import { Age, Button, Card, DateTime, EmptyState, Note, showToast } from '@bolsillo/ui'
import { FactTable, KeyHint, QueueEnd, QueueRefresh, QueueRow, ReviewPanes } from '@bolsillo/ui/console'
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
  return (
    <ReviewPanes
      title={t('operator.inbox')}
      aside={<QueueRefresh label={t('operator.refresh')} pages={pages} />}
      rows={rows}
      keyOf={({ id }) => id}
      selected={selected?.id}
      onSelect={setChosen}
      renderRow={({ to, at, title, code }) => (
        <QueueRow title={to} age={<Age at={at} />} note={<span data-verbatim>{title}</span>} figure={code} />
      )}
      end={<QueueEnd pages={pages} empty={<EmptyState icon={Mail} title={t('operator.inboxEmpty')} />} />}
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
