import { isLanguage } from '@lintel/contract/core/language';
import { reportHeight } from '../frame/channel.ts';
import { setLanguage } from '../language.ts';
import { startCalculator } from './form.ts';

const language = document.documentElement.lang.slice(0, 2);
if (isLanguage(language)) setLanguage(language);
startCalculator();
reportHeight();
