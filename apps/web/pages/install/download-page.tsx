import { Card, Icon, ListRow, PageFrame, Section } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import Monitor from 'lucide-react/icons/monitor'
import Smartphone from 'lucide-react/icons/smartphone'
import type { Messages } from '../../words/about/es-ES.ts'
import { CheckBuild, InstallNow, NeverFromAFile, WhyNoStore } from './parts.tsx'

/** How to have the app on a phone, and how to check that it is the one whose source is public. */
export default function DownloadPage() {
  const t = useWords<Messages>('about')
  const phone = <Icon of={Smartphone} size={20} className="shrink-0 text-second" />
  return (
    <PageFrame title={t('install.title')}>
      <p className="px-1 text-14 text-second">{t('install.lead')}</p>
      <InstallNow />
      <Section title={t('install.which')}>
        <ListRow
          lead={phone}
          title={t('install.android')}
          note={t('install.androidNote')}
          href="/pages/common/androidAPP"
        />
        <ListRow lead={phone} title={t('install.ios')} note={t('install.iosNote')} href="/pages/common/iosAPP" />
      </Section>
      <Card>
        <h2 className="flex items-center gap-2 pb-1.5 text-15">
          <Icon of={Monitor} size={20} className="shrink-0 text-second" />
          {t('install.computer')}
        </h2>
        <p className="text-14 text-second">{t('install.computerText')}</p>
      </Card>
      <NeverFromAFile />
      <WhyNoStore />
      <CheckBuild />
    </PageFrame>
  )
}
