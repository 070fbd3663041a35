import { Button, Card, CopyRow, Icon, Note, Section } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import ArrowDownToLine from 'lucide-react/icons/arrow-down-to-line'
import CircleCheck from 'lucide-react/icons/circle-check-big'
import ShieldAlert from 'lucide-react/icons/shield-alert'
import { useSyncExternalStore } from 'react'
import { askToInstall, hasOffer, onOffer } from '../../installed/install-offer.ts'
import type { Messages } from '../../words/about/es-ES.ts'
import { useBuildHash } from '../use-build-hash.ts'

/** The browser's own question, where it has one to ask; that it is done, where it is. */
export function InstallNow() {
  const t = useWords<Messages>('about')
  const isOffered = useSyncExternalStore(onOffer, hasOffer)
  if (window.matchMedia('(display-mode: standalone)').matches) {
    return (
      <Note icon={CircleCheck} tone="good" className="px-1">
        {t('install.installed')}
      </Note>
    )
  }
  if (!isOffered) return null
  return (
    <Button wide icon={<Icon of={ArrowDownToLine} size={18} />} onClick={() => void askToInstall()}>
      {t('install.now')}
    </Button>
  )
}

/** What to do, one after the other. */
export function Steps({ steps, after }: { readonly steps: readonly string[]; readonly after: string }) {
  const t = useWords<Messages>('about')
  return (
    <Section title={t('install.steps')} pad="normal">
      <ol className="grid gap-3">
        {steps.map((step, index) => (
          <li key={step} className="flex items-start gap-3 text-14">
            <span
              aria-hidden="true"
              className="grid size-6 shrink-0 place-items-center rounded-pill bg-wash font-strong text-13 text-brand"
            >
              {index + 1}
            </span>
            <span className="pt-0.5">{step}</span>
          </li>
        ))}
      </ol>
      <p className="mt-3 border-hair border-t pt-3 text-13 text-second">{after}</p>
    </Section>
  )
}

/** What no honest guide asks for: most stolen phones of customers begin with an app from a message. */
export function NeverFromAFile() {
  const t = useWords<Messages>('about')
  return (
    <Note icon={ShieldAlert} tone="warning">
      {t('install.warning')}
    </Note>
  )
}

/** Why no store has it. */
export function WhyNoStore() {
  const t = useWords<Messages>('about')
  return (
    <Card>
      <h2 className="pb-1.5 text-15">{t('install.store')}</h2>
      <p className="text-14 text-second">{t('install.storeText')}</p>
    </Card>
  )
}

/** The published hash, and the command that makes the same files again and compares them with what this server sends. */
export function CheckBuild() {
  const t = useWords<Messages>('about')
  const hash = useBuildHash()
  return (
    <Section title={t('install.check')} pad="normal">
      <p className="text-14 text-second">{t('install.checkText')}</p>
      <div className="mt-1 min-h-20">
        {hash === undefined ? (
          <p className="py-2.5 text-13 text-second">{t('install.noHash')}</p>
        ) : (
          <CopyRow label={t('firm.hash')} value={hash} />
        )}
        <CopyRow
          label={t('install.command')}
          value={`npm run build:check -- ${location.origin}`}
          note={t('install.commandText')}
        />
      </div>
    </Section>
  )
}
