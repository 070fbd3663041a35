import { Section, SelectField } from '@bolsillo/ui'
import { useLanguage, useWords } from '@bolsillo/web-kit'
import ExternalLink from 'lucide-react/icons/external-link'
import { useState } from 'react'
import { type AuthorityCountry, authorities, authorityCountries } from '../domain/authorities.ts'
import type { Messages } from '../messages/es-ES.ts'

/** The authorities to complain to, by country: the reader's language names the first. */
export function AuthoritiesPart() {
  const t = useWords<Messages>('support')
  const language = useLanguage()
  const names = new Intl.DisplayNames(language, { type: 'region' })
  const [country, setCountry] = useState<AuthorityCountry>(language === 'pt-BR' ? 'BR' : 'MX')
  return (
    <Section title={t('outside')} pad="normal">
      <p className="mb-3 text-13 text-second">{t('outsideText')}</p>
      <SelectField
        label={t('country')}
        value={country}
        onChange={setCountry}
        choices={authorityCountries.map((one) => ({ value: one, label: names.of(one) ?? one }))}
      />
      <ul className="mt-2">
        {authorities[country].map(({ name, does, host }) => (
          <li key={host} className="border-hair border-t py-3 first:border-t-0">
            <p className="font-strong text-15">{name}</p>
            <p className="text-13 text-second">{t(`authority.${does}`)}</p>
            <a
              href={`https://www.${host}`}
              target="_blank"
              rel="noopener noreferrer"
              className="-mx-1 mt-1 inline-flex min-h-11 items-center gap-1.5 px-1 font-medium text-brand"
            >
              <span className="[overflow-wrap:anywhere]">{host}</span>
              <ExternalLink size={16} aria-hidden="true" />
              <span className="sr-only">{t('opens')}</span>
            </a>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-13 text-second">{t('otherCountry')}</p>
    </Section>
  )
}
