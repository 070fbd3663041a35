import { DefinitionList, Loaded, Note, PageFrame, Section, SkeletonCard } from '@bolsillo/ui'
import { useCall, useWords } from '@bolsillo/web-kit'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { withdrawalTerms } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { useTermWords } from './term-words.ts'
import { ChangesList } from './terms-card.tsx'

/** The terms of withdrawals for anybody: what they can never become, and what gets worse from when on. */
export default function TermsPage() {
  const t = useWords<Messages>('withdrawals')
  const words = useTermWords()
  const terms = useCall(withdrawalTerms, {})
  return (
    <PageFrame title={t('terms.title')}>
      <Loaded of={terms} skeleton={<SkeletonCard lines={8} />}>
        {(data) => (
          <>
            <Note icon={ShieldCheck} className="px-1 pb-3">
              {t('terms.rules', {
                days: data.noticeDays,
                hours: data.pauses.hoursMax,
                times: data.pauses.timesMax,
                span: data.pauses.days,
                back: data.returnHours,
              })}
            </Note>
            <Section title={t('terms.changes')} pad="normal">
              {data.changes.length === 0 ? (
                <p className="text-13 text-second">{t('terms.none')}</p>
              ) : (
                <ChangesList changes={data.changes} />
              )}
            </Section>
            <Section title={t('terms.bounds')} pad="normal">
              <DefinitionList
                facts={data.rows.map((row) => ({
                  label: words.what(row),
                  value: (
                    <>
                      {words.value(row.value)}
                      {row.least !== undefined && (
                        <span className="block text-12 text-second">{t('terms.least', { least: row.least })}</span>
                      )}
                      {row.most !== undefined && (
                        <span className="block text-12 text-second">{t('terms.most', { most: row.most })}</span>
                      )}
                    </>
                  ),
                }))}
              />
            </Section>
          </>
        )}
      </Loaded>
    </PageFrame>
  )
}
