import { PageFrame } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import type { Messages } from '../../words/about/es-ES.ts'
import { CheckBuild, NeverFromAFile, Steps } from './parts.tsx'

const steps = ['one', 'two', 'three', 'four'] as const

/** How to install the app on an iPhone or iPad, where only a hand can. */
export default function IosPage() {
  const t = useWords<Messages>('about')
  return (
    <PageFrame title={t('install.ios')}>
      <p className="px-1 text-14 text-second">{t('install.iosNote')}.</p>
      <Steps steps={steps.map((step) => t(`install.iosSteps.${step}`))} after={t('install.iosAfter')} />
      <NeverFromAFile />
      <CheckBuild />
    </PageFrame>
  )
}
