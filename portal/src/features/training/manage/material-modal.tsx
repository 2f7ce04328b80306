import { lazy, Suspense, useState } from 'react';
import { Input, SegmentedControl, Select, Skeleton, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import { isTextType } from '@lintel/contract/training/constants';
import type { Category, StaffMaterial } from '@lintel/contract/training/manage';
import { EditModal, OrderField } from './edit-modal.tsx';
import { allCategoriesQuery } from './requests.ts';
import { useMaterialForm, useVideoUpload, type MaterialForm } from './use-material-form.ts';
import { categoryChoices } from './values.ts';
import { VideoFields } from './video-fields.tsx';
import formClasses from './material-form.module.css';
import classes from './training.module.css';

interface Props {
  /** The material being edited; null creates one. */
  material: StaffMaterial | null;
  /** The initial category of a new material; null for none. */
  categoryId: number | null;
  onClose: () => void;
}

const none: readonly Category[] = [];

/** Creates or edits a material: a text in a text category, otherwise a video. */
export function MaterialModal({ material, categoryId, onClose }: Props) {
  const { data: categories = none } = useQuery(allCategoriesQuery);
  const used = useMaterialForm({ material, categoryId, categories, onSaved: onClose });
  const upload = useVideoUpload((videoSrc) => used.setValue('videoSrc', videoSrc));
  const { field, values, errors, setValue, type } = used;
  const isNew = material === null;
  const isText = type !== undefined && isTextType(type);
  return (
    <EditModal
      title={isNew ? m.training_material_add() : m.training_material_edit()}
      isNew={isNew}
      used={used}
      size={760}
      waiting={upload.progress !== null}
      onClose={onClose}
    >
      <TextInput
        {...field('name')}
        className={formClasses.wide ?? ''}
        label={m.common_title()}
        required
        data-autofocus
        autoComplete="off"
      />
      <CategoryField
        used={used}
        categories={material === null ? categories : withOwn(categories, material)}
      />
      <OrderField {...field('order')} onChange={(order) => setValue('order', order)} />
      {type !== undefined && !isText && (
        <VideoFields used={used} upload={upload} stored={storedFiles(material)} />
      )}
      {type === undefined ? (
        <p className={classes.quiet}>{m.training_material_help()}</p>
      ) : (
        <ContentField
          key={String(isText)}
          label={isText ? m.training_material_content() : m.common_description()}
          value={values.content}
          error={errors['content']}
          required={isText}
          onChange={(content) => setValue('content', content)}
          onBlur={field('content').onBlur}
        />
      )}
    </EditModal>
  );
}

const storedFiles = (material: StaffMaterial | null) => ({
  image: material?.videoImg ?? '',
  captions: material?.trackFileName ?? '',
  video: material?.videoFileName ?? '',
});

/** Adds the material's own category, which shows while the others load. */
const withOwn = (
  categories: readonly Category[],
  { category }: StaffMaterial,
): readonly Pick<Category, 'id' | 'name' | 'type'>[] =>
  categories.some(({ id }) => id === category.id) ? categories : [category, ...categories];

interface CategoryFieldProps {
  used: MaterialForm;
  categories: Parameters<typeof categoryChoices>[0];
}

const CategoryField = ({
  used: { field, values, errors, setValue },
  categories,
}: CategoryFieldProps) => (
  <Select
    label={m.common_category()}
    placeholder={m.training_material_chooseCategory()}
    data={categoryChoices(categories)}
    value={values.categoryId || null}
    error={errors['categoryId']}
    aria-invalid={errors['categoryId'] !== undefined}
    onChange={(chosen) => setValue('categoryId', chosen ?? '')}
    onBlur={field('categoryId').onBlur}
    nothingFoundMessage={m.training_material_noCategory()}
    searchable
    required
  />
);

const CodeEditor = lazy(() =>
  import('../../../ui/code-editor.tsx').then((module) => ({ default: module.CodeEditor })),
);

const rows = 10;

interface ContentFieldProps {
  label: string;
  value: string;
  error: string | undefined;
  required: boolean;
  onChange: (content: string) => void;
  onBlur: () => void;
}

/** An HTML text with an editor and a preview. */
function ContentField({ label, value, error, required, onChange, onBlur }: ContentFieldProps) {
  const [shows, setShows] = useState<'code' | 'preview'>('code');
  const broken = error !== undefined && shows === 'preview';
  return (
    <div className={`${formClasses.wide} ${formClasses.content}`}>
      <SegmentedControl
        size="xs"
        className={formClasses.contentSwitch ?? ''}
        aria-label={m.training_material_codeOrPreview({ label })}
        data={[
          { value: 'code', label: m.common_htmlCode() },
          { value: 'preview', label: m.common_preview() },
        ]}
        value={shows}
        onChange={setShows}
      />
      {shows === 'preview' ? (
        <>
          <Input.Label labelElement="div" required={required}>
            {label}
          </Input.Label>
          <iframe
            className={formClasses.contentPreview}
            sandbox=""
            srcDoc={previewPage(value)}
            title={m.training_material_previewOf({ label })}
          />
        </>
      ) : (
        <Suspense fallback={<Skeleton height={240} radius="md" />}>
          <CodeEditor
            label={label}
            rows={rows}
            value={value}
            required={required}
            onChange={onChange}
            onBlur={onBlur}
            error={error}
          />
        </Suspense>
      )}
      {broken && <p className={formClasses.problem}>{error}</p>}
    </div>
  );
}

const style =
  'body{margin:16px;font:15px/24px Inter,system-ui,sans-serif;color:#1a2433;overflow-wrap:anywhere}img{max-width:100%}';

/** A page around the text. The frame that shows it runs no scripts. */
const previewPage = (content: string): string =>
  `<!doctype html><html lang="en"><title>${m.common_preview()}</title><style>${style}</style><body>${content.trim() === '' ? m.training_nothingYet() : content}</body></html>`;
