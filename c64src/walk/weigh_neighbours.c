/* The walk's kernel, and its twin in C. Included by c64src/walk.c. */

/* Weigh the walker's neighbours. The weight of a tile, 1..255, falls with the square of its distance
 * from the centre; its index is the upper byte of the sum of its column's and its row's terms, which
 * are 16 bits in two tables of bytes, at most 32,736 in all. 170 cycles with OSCAR64. */
#if defined(__OSCAR64C__)
static void weigh_neighbours(void)
{
    __asm volatile {
            ldx walker_x
            ldy walker_y
            clc
            lda ROW_TERMS_LOW,y
            adc COLUMN_TERMS_LOW - 1,x
            lda ROW_TERMS_HIGH,y
            adc COLUMN_TERMS_HIGH - 1,x
            tay
            lda WEIGHTS,y
            sta left_weight
            ldy walker_y
            lda ROW_TERMS_LOW,y
            adc COLUMN_TERMS_LOW + 1,x
            lda ROW_TERMS_HIGH,y
            adc COLUMN_TERMS_HIGH + 1,x
            tay
            lda WEIGHTS,y
            adc left_weight
            sta across_weight
            lda #0
            rol
            sta across_weight + 1
            ldy walker_y
            lda ROW_TERMS_LOW - 1,y
            adc COLUMN_TERMS_LOW,x
            lda ROW_TERMS_HIGH - 1,y
            adc COLUMN_TERMS_HIGH,x
            tay
            lda WEIGHTS,y
            sta up_weight
            ldy walker_y
            lda ROW_TERMS_LOW + 1,y
            adc COLUMN_TERMS_LOW,x
            lda ROW_TERMS_HIGH + 1,y
            adc COLUMN_TERMS_HIGH,x
            tay
            lda WEIGHTS,y
            adc up_weight
            tax
            lda across_weight + 1
            adc #0
            sta random_whole + 1
            txa
            clc
            adc across_weight
            sta random_whole
            bcc done
            inc random_whole + 1
    done:
    }
}
#else
static uint8_t weigh(void)
{
    uint8_t low, index, row_low;

    low = COLUMN_TERMS_LOW[walker_x];
    index = COLUMN_TERMS_HIGH[walker_x];
    row_low = ROW_TERMS_LOW[walker_y];
    index += ROW_TERMS_HIGH[walker_y];
    low += row_low;
    if (low < row_low)
        ++index;
    return WEIGHTS[index];
}

static void weigh_neighbours(void)
{
    --walker_x;
    left_weight = weigh();
    walker_x += 2;
    across_weight = weigh();
    across_weight += left_weight;
    --walker_x;
    --walker_y;
    up_weight = weigh();
    walker_y += 2;
    random_whole = weigh();
    random_whole += up_weight;
    random_whole += across_weight;
    --walker_y;
}
#endif
