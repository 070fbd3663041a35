import { ButtonLink, Card, Note, PageFrame } from '@bolsillo/ui'
import { useSession, useWords } from '@bolsillo/web-kit'
import ShieldAlert from 'lucide-react/icons/shield-alert'
import type { Messages } from '../messages/es-ES.ts'
import { AuthoritiesPart } from './authorities-part.tsx'
import { FirmPart } from './firm-part.tsx'
import { HelpPart } from './help-part.tsx'
import { newAt, ownPath } from './paths.ts'

/** The help for everybody: answers, how to reach the firm, and the authorities. */
export default function PublicPage() {
  const t = useWords<Messages>('support')
  const { token } = useSession()
  return (
    <PageFrame title={t('title')}>
      <HelpPart />
      {token === '' ? (
        <Card className="flex flex-col gap-2">
          <p className="text-13 text-second">{t('signInText')}</p>
          <ButtonLink wide href={`/pages/common/login?back=${encodeURIComponent(newAt())}`}>
            {t('signIn')}
          </ButtonLink>
        </Card>
      ) : (
        <ButtonLink wide href={ownPath}>
          {t('own')}
        </ButtonLink>
      )}
      <Note icon={ShieldAlert}>{t('never')}</Note>
      <FirmPart />
      <AuthoritiesPart />
    </PageFrame>
  )
}
