import { Age, Card, DateTime, EmptyState, Note } from '@bolsillo/ui'
import { FactTable, KeyHint, QueueEnd, QueueRefresh, QueueRow, ReviewPanes } from '@bolsillo/ui/console'
import { usePages, useWords } from '@bolsillo/web-kit'
import EyeOff from 'lucide-react/icons/eye-off'
import Mail from 'lucide-react/icons/mail'
import { useState } from 'react'
import { type DeliveredMessage, operatorInbox } from '../contract/operator.ts'
import type { Messages } from '../messages/es-ES.ts'

/** That messages of the practice market went out, newest first. What they say is nobody's of the staff. */
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
      renderRow={({ to, at, what }) => <QueueRow title={to} age={<Age at={at} />} note={t(`operator.sent.${what}`)} />}
      end={<QueueEnd pages={pages} empty={<EmptyState icon={Mail} title={t('operator.inboxEmpty')} />} />}
    >
      {selected !== undefined && <Detail message={selected} />}
    </ReviewPanes>
  )
}

function Detail({ message }: { readonly message: DeliveredMessage }) {
  const t = useWords<Messages>('identity')
  return (
    <>
      <header>
        <h2 className="text-20">{t(`operator.sent.${message.what}`)}</h2>
        <p className="text-second">{t('operator.inboxHint')}</p>
      </header>
      <Card>
        <FactTable
          facts={[
            { label: t('operator.to'), value: message.to },
            { label: t('operator.channel'), value: t(message.channel === 'sms' ? 'operator.sms' : 'operator.email') },
            { label: t('operator.sentAt'), value: <DateTime at={message.at} shows="second" /> },
          ]}
        />
      </Card>
      <Note icon={EyeOff} tone="warning" className="max-w-[64ch]">
        {t('operator.practiceOnly')}
      </Note>
      <p className="mt-auto flex items-center gap-1.5 text-second">
        {t('operator.next')} <KeyHint>J</KeyHint> {t('operator.previous')} <KeyHint>K</KeyHint>
      </p>
    </>
  )
}
