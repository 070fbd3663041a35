import { countedDays } from '../../domain/file-rules.ts'
/** What each setting of this room is for, as staff read it in the console. Spanish is the type of the other languages. */
export const purposes = {
  'per-customer-max': `Máximo de archivos que un cliente puede subir con un mismo fin en ${countedDays} días.`,
  'mebibytes-per-customer-max': 'Máximo de mebibytes de archivos de un cliente que se guardan.',
  'views-per-operator-hour-max':
    'Documentos que una persona del equipo puede ver en una hora; el siguiente se rechaza y se escribe una alerta.',
}

export type Purposes = typeof purposes
