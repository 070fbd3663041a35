/** A decimal as people of a language read it: `1,234.50`, or `1.234,50` in Portuguese. */
export function numberText(decimal: string, language: 'es-ES' | 'en-US' | 'pt-BR'): string {
  const [group, point] = language === 'pt-BR' ? ['.', ','] : [',', '.']
  const sign = decimal.startsWith('-') ? '-' : ''
  const [whole = '', fraction = ''] = decimal.slice(sign.length).split('.')
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, group)
  return `${sign}${grouped}${fraction === '' ? '' : point + fraction}`
}
