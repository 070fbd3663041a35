import { Card, DateTime, DefinitionList, Loaded, PageFrame } from '@bolsillo/ui'
import { useCall, useWords } from '@bolsillo/web-kit'
import { contractOutcomes } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { LosingNote } from './position/losing-note.tsx'

/** How accounts with contracts fared, with everything the figure is made of. */
export default function OutcomesPage() {
  const t = useWords<Messages>('contracts')
  const found = useCall(contractOutcomes, {})
  return (
    <PageFrame title={t('titles.outcomes')}>
      <Loaded of={found}>
        {(reply) => (
          <>
            <LosingNote of={reply} linked={false} />
            <Card>
              <DefinitionList
                facts={[
                  { label: t('outcomes.accounts'), value: reply.accounts, strong: true },
                  { label: t('outcomes.lost'), value: reply.losing },
                  { label: t('outcomes.withOpen'), value: reply.withOpen ?? 0 },
                  { label: t('outcomes.withoutMark'), value: reply.withoutMark ?? 0 },
                  ...(reply.span === undefined
                    ? []
                    : [{ label: t('outcomes.computed'), value: <DateTime at={reply.span.to} /> }]),
                ]}
              />
            </Card>
            <p className="text-13 text-second">{t('outcomes.explained')}</p>
          </>
        )}
      </Loaded>
    </PageFrame>
  )
}
