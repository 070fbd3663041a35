import { Sheet, useSaid } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import type { ReactNode } from 'react'
import type { Messages } from '../messages/es-ES.ts'
import type { GeneratedMarkProps } from './generated-mark.tsx'

type TextProps = Pick<GeneratedMarkProps, 'since' | 'of'>

interface GeneratedSheetProps extends TextProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** What a mark of generated figures means, when it is tapped. */
export default function GeneratedSheet({ open, onOpenChange, ...text }: GeneratedSheetProps): ReactNode {
  const t = useWords<Messages>('market')
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('generated.title')}>
      <GeneratedText {...text} />
    </Sheet>
  )
}

/** What was generated and what that means, in sentences. */
export function GeneratedText({ since, of }: Pick<GeneratedMarkProps, 'since' | 'of'>) {
  const t = useWords<Messages>('market')
  const said = useSaid()
  return (
    <div className="space-y-2.5 pb-2 text-14">
      {of.map((figure) => (
        <p key={figure} className="font-medium">
          {t(`generated.figures.${figure}`)}
        </p>
      ))}
      <p>{t('generated.what', { time: said.moment(since) })}</p>
      <p className="text-second">{t('generated.drawn')}</p>
    </div>
  )
}
