import { Note, PageFrame } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import FlaskConical from 'lucide-react/icons/flask-conical'
import type { Messages } from '../../messages/es-ES.ts'
import { InboxList } from './inbox-list.tsx'

/** What the practice market would have sent to this device's people. */
export default function PracticeInboxPage() {
  const t = useWords<Messages>('identity')
  return (
    <PageFrame title={t('inbox.title')}>
      <Note icon={FlaskConical} tone="warning">
        {t('inbox.explanation')}
      </Note>
      <InboxList />
    </PageFrame>
  )
}
