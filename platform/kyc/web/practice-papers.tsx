import { Button, Card, Icon, Note } from '@bolsillo/ui'
import { useAction, useWords } from '@bolsillo/web-kit'
import FlaskConical from 'lucide-react/icons/flask-conical'
import { readIdentity, takePracticePapers } from '../contract/index.ts'
import type { PaperTexts } from '../domain/papers.ts'
import type { Messages } from '../messages/es-ES.ts'

/** The practice market's way to have papers: a made-up person fills the form, marked as practice in title and color. */
export function PracticePapers({ onFilled }: { readonly onFilled: (texts: PaperTexts) => void }) {
  const t = useWords<Messages>('kyc')
  const taking = useAction(takePracticePapers, { refreshes: [readIdentity] })
  const { error } = taking
  return (
    <Card className="border-[1.5px] border-warnink/30 border-dashed">
      <h2 className="flex items-center gap-2 text-15">
        <Icon of={FlaskConical} size={18} className="text-warnink" />
        {t('practice.title')}
      </h2>
      <p className="mt-1 mb-3 text-13 text-second">{t('practice.text')}</p>
      <Button
        kind="ghost"
        wide
        loading={taking.isPending}
        onClick={() => taking.mutate({}, { onSuccess: ({ papers }) => onFilled(papers) })}
      >
        {t('practice.action')}
      </Button>
      {error !== null && (
        <Note tone="bad" className="mt-2">
          {error.outcome === 'unknown' ? t('page.unknown') : error.message}
        </Note>
      )}
    </Card>
  )
}
