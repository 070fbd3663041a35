import { readFirm } from '@bolsillo/legal/contract'
import { DefinitionList, Loaded, Section, SkeletonRows } from '@bolsillo/ui'
import { useCall, useWords } from '@bolsillo/web-kit'
import type { Messages } from '../messages/es-ES.ts'

const reached = ['name', 'complaintsEmail', 'privacyEmail', 'address'] as const

/** How to reach the firm, by what it says of itself. */
export function FirmPart() {
  const t = useWords<Messages>('support')
  const firm = useCall(readFirm, {})
  return (
    <Section title={t('reach')} pad="normal">
      <Loaded of={firm} skeleton={<SkeletonRows rows={3} />}>
        {({ practice, facts }) => (
          <>
            {practice && <p className="mb-2 text-13 text-second">{t('practice')}</p>}
            <DefinitionList
              facts={reached.flatMap((wanted) =>
                facts
                  .filter(({ fact }) => fact === wanted)
                  .map(({ label, text }) => ({
                    label,
                    value: <span className="[overflow-wrap:anywhere]">{text}</span>,
                  })),
              )}
            />
          </>
        )}
      </Loaded>
    </Section>
  )
}
