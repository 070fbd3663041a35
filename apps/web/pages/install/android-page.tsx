import { PageFrame } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import type { Messages } from '../../words/about/es-ES.ts'
import { CheckBuild, InstallNow, NeverFromAFile, Steps } from './parts.tsx'

const steps = ['one', 'two', 'three', 'four'] as const

/** How to install the app on Android, by the browser's question or by hand. */
export default function AndroidPage() {
  const t = useWords<Messages>('about')
  return (
    <PageFrame title={t('install.android')}>
      <p className="px-1 text-14 text-second">{t('install.androidNote')}.</p>
      <InstallNow />
      <Steps steps={steps.map((step) => t(`install.androidSteps.${step}`))} after={t('install.androidAfter')} />
      <NeverFromAFile />
      <CheckBuild />
    </PageFrame>
  )
}
