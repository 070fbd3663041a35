import { countedDays } from '../../domain/file-rules.ts'
import type { Purposes } from './es-ES.ts'

export const purposes: Purposes = {
  'per-customer-max': `Máximo de arquivos que um cliente pode enviar para uma mesma finalidade em ${countedDays} dias.`,
  'mebibytes-per-customer-max': 'Máximo de mebibytes de arquivos de um cliente que são guardados.',
  'views-per-operator-hour-max':
    'Documentos que uma pessoa da equipe pode ver em uma hora; o seguinte é recusado e um alerta é registrado.',
}
