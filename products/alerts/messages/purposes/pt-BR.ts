import type { Purposes } from './es-ES.ts'

export const purposes: Purposes = {
  most: 'Quantos alertas um cliente pode ter ao mesmo tempo, ativos e já avisados juntos.',
}
